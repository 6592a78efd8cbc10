import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { Db } from '#server/database/database.ts'
import type { App } from '#server/http/app-types.ts'
import { buildTestApp } from './build-test-app.ts'
import { at } from './campus-email.ts'
import type { Engine } from './databases.ts'
import { strongPassword } from './http-client.ts'
import { logInAtProvider, startIdentityProviders } from './identity-providers.ts'
import { readOutbox } from './outbox.ts'
import { firefox } from './user-agents.ts'

type Providers = Awaited<ReturnType<typeof startIdentityProviders>>

export const adaClaims = {
  // A getter, because a test may change the campus after this file has loaded.
  get email() {
    return at('ada')
  },
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
}

/** Starts the providers of a test file. Each test begins with one account, of Ada. */
export function startUniversities() {
  const providers = {} as Providers
  beforeAll(async () => {
    Object.assign(providers, await startIdentityProviders())
  })
  afterAll(() => providers.stop())
  beforeEach(async () => {
    const authMethod = 'client_secret_basic'
    const reset = { mode: 'ok', clockOffsetMs: 0, token: {}, userInfo: {}, authMethod } as const
    const accounts = { ada: adaClaims }
    await providers.control(providers.waterloo, { ...reset, accounts })
    await providers.control(providers.laurier, { ...reset, accounts })
  })
  return {
    providers,
    setAccount: (id: string, claims: Record<string, unknown>, issuer = providers.waterloo) =>
      providers.control(issuer, { accounts: { [id]: claims } }),
    openSite: (engine: Engine, settings: Record<string, string> = {}) =>
      openUniversitySite(engine, { ...providers.settings, ...settings }),
  }
}

export const start = apiPaths.university('waterloo')
export const confirm = `${start}?confirm=1&next=${encodeURIComponent('/account#data')}`
export const sessionName = 'quad'

interface BrowserResponse {
  status: number
  location: string
  text: string
  body: ReturnType<typeof JSON.parse>
  /** The link that begins a failed login again. */
  again: { label: string; path: string } | undefined
}

/** Calls the app as a browser does: it keeps all cookies, and says where a navigation comes from. */
export function openBrowser(app: App, cookies = new Map<string, string>()) {
  async function send(options: {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    url: string
    payload?: unknown
    headers?: Record<string, string>
  }): Promise<BrowserResponse> {
    const isForm = options.url === pagePaths.universityLogin
    const response = await app.inject({
      method: options.method,
      url: options.url,
      remoteAddress: '203.0.113.1',
      headers: {
        'user-agent': firefox,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...options.headers,
      },
      ...(options.payload !== undefined && { payload: options.payload as string }),
    })
    for (const { name, value, maxAge } of response.cookies as {
      name: string
      value: string
      maxAge?: number
    }[]) {
      if (maxAge === 0 || value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const { statusCode: status, headers, body } = response
    const isJson = String(headers['content-type']).includes('json')
    const location = String(headers.location ?? '')
    // A failed login leads to the page that says why.
    const shown = location === pagePaths.universityLogin && (await readWaiting())
    if (shown && shown.step === 'failed') {
      const { status, message, again } = shown
      return { status, location, text: message, body: undefined, again }
    }
    return {
      status,
      location,
      text: body.replaceAll(/\s+/g, ' '),
      body: isJson ? response.json() : undefined,
      again: undefined,
    }
  }
  const readWaiting = async () => (await get(apiPaths.waitingUniversityLogin)).body
  const get = (url: string, headers: Record<string, string> = {}) =>
    send({ method: 'GET', url, headers })
  const browser = {
    cookies,
    get,
    post: (url: string, payload?: object) => send({ method: 'POST', url, payload }),
    put: (url: string, payload: object) => send({ method: 'PUT', url, payload }),
    delete: (url: string, payload?: object) => send({ method: 'DELETE', url, payload }),
    /** Presses the button and logs in at the university. Resolves with the path that leads back. */
    async comeBack(account = 'ada', path = start): Promise<string> {
      const { status, location, text } = await get(path)
      if (status !== 303) throw new Error(`The login began with ${status}: ${text}`)
      const callback = await logInAtProvider(location, account)
      return callback.slice('http://localhost:3000'.length)
    },
    async logIn(account = 'ada', path = start) {
      return get(await browser.comeBack(account, path))
    },
    /** Submits a form of the page that asks for something. */
    async submit(form: string, fields: Record<string, string> = {}) {
      const { body } = await get(apiPaths.waitingUniversityLogin)
      const payload = new URLSearchParams({ token: body?.token ?? '', form, ...fields }).toString()
      return send({ method: 'POST', url: pagePaths.universityLogin, payload })
    },
    me: async () => (await get(apiPaths.me)).body,
    security: async () => (await get(apiPaths.security)).body,
  }
  return browser
}

async function openUniversitySite(engine: Engine, settings: Record<string, string>) {
  const site = await buildTestApp(engine, { VERIFY_EMAIL: 'on', ...settings })
  const waitForCode = (email = adaClaims.email) =>
    vi.waitFor(async () => {
      const mails = await readOutbox(site.dataDir)
      const mail = mails.findLast(({ to, text }) => to === email && /^\d{6}$/m.test(text))
      if (!mail) throw new Error('No code has come.')
      return { ...mail, code: /^\d{6}$/m.exec(mail.text)?.[0] ?? '' }
    })
  const countStudents = async () =>
    (await site.db.get<{ count: number }>(sql`SELECT COUNT(*) AS count FROM users`))?.count
  return { ...site, browser: openBrowser(site.app), waitForCode, countStudents }
}

type UniversitySite = Awaited<ReturnType<typeof openUniversitySite>>

export const signUp = {
  firstName: 'Eve',
  lastName: 'Stranger',
  get email() {
    return adaClaims.email
  },
}
export const withPassword = {
  ...signUp,
  get email() {
    return adaClaims.email
  },
  password: strongPassword,
  confirmPassword: strongPassword,
}

/** Signs up with a password and, unless told otherwise, confirms the address. */
export async function signUpWithPassword(site: UniversitySite, confirms = true) {
  const browser = openBrowser(site.app)
  await browser.post(apiPaths.users, withPassword)
  await browser.post(apiPaths.login, { email: signUp.email, password: strongPassword })
  if (!confirms) return browser
  const { code } = await site.waitForCode()
  expect((await browser.post(apiPaths.confirmEmail, { code })).status).toBe(200)
  return browser
}

const waysIn = ['passkeys', 'authenticators', 'recovery_codes', 'second_factor_devices']

/** Gives the account what opens it beside a password: a passkey, an app, a recovery code and a known device. */
export async function addWaysIn(db: Db, studentId: number) {
  await db.run(sql`
    INSERT INTO passkeys
      (user_id, credential_id, public_key, counter, transports, name, verifies_user, created_at)
    VALUES (${studentId}, 'an id', 'a key', 0, '', 'Phone', 1, 1)`)
  await db.run(sql`
    INSERT INTO authenticators (user_id, secret, added_at) VALUES (${studentId}, 'a secret', 1)`)
  await db.run(sql`
    INSERT INTO recovery_codes (user_id, code_hash) VALUES (${studentId}, 'a hash')`)
  await db.run(sql`
    INSERT INTO second_factor_devices (user_id, device_hash, used_at)
    VALUES (${studentId}, 'a device', ${Date.now()})`)
}

export const countWaysIn = (db: Db) =>
  Promise.all(waysIn.map(async (table) => (await db.all(sql`SELECT 1 FROM ${raw(table)}`)).length))
