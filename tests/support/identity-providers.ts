import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'

export type ProviderMode = 'ok' | 'down' | 'slow' | 'tampered token' | 'wrong nonce'

/** What a test changes at a provider. */
export interface ProviderControl {
  mode?: ProviderMode
  /** The claims of accounts, by their subject. */
  accounts?: Record<string, Record<string, unknown>>
  /** Claims that replace those of the ID token, which is signed again, and those of the userinfo response. */
  token?: Record<string, unknown>
  userInfo?: Record<string, unknown>
  rotatesKey?: boolean
  /** How clients send their secret. */
  authMethod?: 'client_secret_basic' | 'client_secret_post'
  /** By how much the provider's clock is ahead. */
  clockOffsetMs?: number
}

/** Starts real OpenID Connect providers for Waterloo and Laurier in a process of their own. */
export async function startIdentityProviders(appUrl = 'http://localhost:3000') {
  const keys = ['waterloo', 'laurier']
  const script = join(import.meta.dirname, 'identity-provider-process.ts')
  const child = spawn(
    process.execPath,
    [script, ...keys.map((key) => appUrl + apiPaths.universityCallback(key))],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  let output = ''
  while (!output.includes('\n')) output += (await once(child.stdout, 'data'))[0]
  const [waterloo = '', laurier = ''] = JSON.parse(output) as string[]
  const settingsOf = (issuer: string, number: number, university: string, label: string) => ({
    [`OIDC_ISSUER_${number}`]: issuer,
    [`OIDC_CLIENT_ID_${number}`]: 'quad',
    [`OIDC_CLIENT_SECRET_${number}`]: 'the secret of the tests',
    [`OIDC_UNIVERSITY_${number}`]: university,
    [`OIDC_LABEL_${number}`]: label,
  })
  return {
    waterloo,
    laurier,
    settings: {
      ...settingsOf(waterloo, 1, 'Waterloo', 'WatIAM'),
      ...settingsOf(laurier, 2, 'Laurier', 'Laurier ID'),
    },
    async control(issuer: string, change: ProviderControl) {
      await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify(change) })
    },
    async stop() {
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}

/** Logs in at the provider's page, as a browser does. Resolves with the address that leads back to the app. */
export async function logInAtProvider(location: string, account: string): Promise<string> {
  const cookies = new Map<string, string>()
  const url = new URL(location)
  url.searchParams.set('login_hint', account)
  let next = url.href
  const { origin } = url
  while (next.startsWith(origin)) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    const target = response.headers.get('location')
    if (!target)
      throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    next = new URL(target, next).href
  }
  return next
}
