import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { at } from './campus-email.ts'
import type { ProviderControl, ProviderMode } from './identity-providers.ts'

// A process with real OpenID Connect providers, one for each address of the app in its arguments. Tests change what a
// provider does with POST /control. It prints the issuers once it listens.

type Claims = Record<string, unknown>

const epoch = Date.now.bind(Date)
let clockOffsetMs = 0
Date.now = () => epoch() + clockOffsetMs

const createKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: randomUUID(),
  use: 'sig',
  alg: 'RS256',
})

async function startProvider(redirectUri: string): Promise<string> {
  const accounts = new Map<string, Claims>()
  let mode: ProviderMode = 'ok'
  let token: Claims = {}
  let userInfo: Claims = {}
  let authMethod: ProviderControl['authMethod'] = 'client_secret_basic'
  let key = createKey()
  let issuer = ''
  let provider: Provider | undefined

  function createProvider(): Provider {
    const created = new Provider(issuer, {
      clients: [
        {
          client_id: 'quad',
          client_secret: 'the secret of the tests',
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: authMethod,
          post_logout_redirect_uris: [`${new URL(redirectUri).origin}/`],
        },
      ],
      clientAuthMethods: [authMethod ?? 'client_secret_basic'],
      jwks: { keys: [key] },
      cookies: { keys: ['a key of the tests'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified', 'university_email', 'is_checked'],
        profile: ['given_name', 'family_name', 'affiliation'],
      },
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: {
          logoutSource: async (ctx, form) => {
            ctx.body = `<!doctype html><title>University logout</title>${form}
              <button form="op.logoutForm" name="logout" value="yes">Log out here too</button>`
          },
        },
      },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, id) => ({
        accountId: id,
        claims: async () => ({ ...accounts.get(id), sub: id }),
      }),
      // Nobody is asked what the app may read.
      async loadExistingGrant({ oidc }) {
        const { client, session } = oidc
        if (!client || !session?.accountId) return undefined
        const grantId = session.grantIdFor(client.clientId)
        const found = grantId && (await created.Grant.find(grantId))
        if (found) return found
        const grant = new created.Grant({
          clientId: client.clientId,
          accountId: session.accountId,
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    created.use(async (ctx, next) => {
      if (ctx.path === '/auth' && mode === 'wrong nonce') {
        ctx.query = { ...ctx.query, nonce: 'another nonce' }
      }
      await next()
      const body = ctx.body as Claims
      if (ctx.path === '/token' && mode === 'tampered token') tamper(body)
      if (ctx.path === '/token' && Object.keys(token).length > 0) resign(body, token, key)
      if (ctx.path === '/me') Object.assign(body, userInfo)
    })
    created.use(async (ctx, next) => {
      if (!ctx.path.startsWith('/interaction/')) return next()
      const { params } = await created.interactionDetails(ctx.req, ctx.res)
      const accountId = params.login_hint ?? ctx.query.account
      if (typeof accountId !== 'string') {
        ctx.type = 'html'
        ctx.body = `<!doctype html><title>University login</title>
          <form><label>Account <input name="account"></label><button>Log in</button></form>`
        return
      }
      ctx.respond = false
      await created.interactionFinished(ctx.req, ctx.res, { login: { accountId } })
    })
    return created
  }

  const server = createServer(async (request, response) => {
    if (request.url === '/control') {
      let text = ''
      for await (const chunk of request) text += chunk
      const control: ProviderControl = JSON.parse(text)
      if (control.mode) mode = control.mode
      if (control.clockOffsetMs !== undefined) clockOffsetMs = control.clockOffsetMs
      for (const [id, claims] of Object.entries(control.accounts ?? {})) accounts.set(id, claims)
      token = control.token ?? token
      userInfo = control.userInfo ?? userInfo
      const changesMethod = control.authMethod && control.authMethod !== authMethod
      authMethod = control.authMethod ?? authMethod
      if (control.rotatesKey) key = createKey()
      if (control.rotatesKey || changesMethod) provider = createProvider()
      return response.end()
    }
    // Browsers ask for an icon, and log an error without one.
    if (request.url === '/favicon.ico') return response.writeHead(204).end()
    if (mode === 'down') return request.socket.destroy()
    // The request is never answered.
    if (mode === 'slow') return
    provider?.callback()(request, response)
  })
  // On a busy machine, a client might send its next request into a connection that ends after 5 idle seconds.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = createProvider()
  return issuer
}

/** Adds the address of somebody else, and keeps the signature. With these claims the app asks for no others. */
function tamper(body: Claims) {
  const [header, payload = '', signature] = String(body.id_token).split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const victim = { email: at('victim'), email_verified: true, affiliation: 'student' }
  const names = { given_name: 'Victor', family_name: 'Victim' }
  const changed = Buffer.from(JSON.stringify({ ...claims, ...victim, ...names }))
  body.id_token = [header, changed.toString('base64url'), signature].join('.')
}

/** Changes claims of the ID token as the provider itself could. A null removes a claim. */
function resign(body: Claims, changes: Claims, key: ReturnType<typeof createKey>) {
  const [header = '', payload = ''] = String(body.id_token).split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...changes }
  const kept = Object.entries(claims).filter(([, value]) => value !== null)
  const changed = Buffer.from(JSON.stringify(Object.fromEntries(kept))).toString('base64url')
  const signed = `${header}.${changed}`
  const privateKey = createPrivateKey({ key, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64url')
  body.id_token = `${signed}.${signature}`
}

const issuers = await Promise.all(process.argv.slice(2).map(startProvider))
process.stdout.write(`${JSON.stringify(issuers)}\n`)
