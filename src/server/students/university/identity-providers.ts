import type { FastifyBaseLogger } from 'fastify'
import * as oidc from 'openid-client'
import { apiPaths } from '#contract/paths.ts'
import type { Config, IdentityProviderConfig } from '../../config.ts'
import { hourMs, minuteMs, secondMs } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import { createSemaphore } from '../../limits/queues.ts'

/** How long one request to a provider may take. A login makes up to four. */
const timeoutSeconds = 4

/** By how much a provider's clock may differ from ours. */
const clockToleranceSeconds = 60

/** How old metadata may be before it is fetched again. If that fails, the old metadata is used. */
const metadataMaxAgeMs = hourMs

/** How old signing keys may be. An unknown key is fetched at once, whatever their age. */
const keysMaxAgeMs = 5 * minuteMs

/** How long a provider that did not answer is left alone. Meanwhile students read at once that it is down. */
const pauseAfterFailureMs = 5 * secondMs

/** How many logins may wait for one provider at a time. */
const maxConcurrentLogins = 100

/** The values that bind a response to the browser that asked for it. */
export interface LoginSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

/** Everything the university says about who logged in. */
export interface Identity {
  issuer: string
  subject: string
  claims: Readonly<Record<string, unknown>>
}

interface ProviderDeps {
  config: Pick<Config, 'APP_URL' | 'identityProviders'>
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Creates a client for each university that has an identity provider. */
export function createIdentityProviders(deps: ProviderDeps) {
  const providers = deps.config.identityProviders.map((provider) => createProvider(provider, deps))
  return {
    list: providers,
    find: (key: string) => providers.find((provider) => provider.key === key),
    findByIssuer: (issuer: string) => providers.find((provider) => provider.issuer === issuer),
  }
}

export type IdentityProviders = ReturnType<typeof createIdentityProviders>
export type IdentityProvider = ReturnType<typeof createProvider>

interface Cached<Value> {
  value: Value
  fetchedAt: number
}

function createProvider(provider: IdentityProviderConfig, { config, now, log }: ProviderDeps) {
  // Each provider has its own limit, so that a slow one does not close the login of the others.
  const limit = createSemaphore({ concurrency: maxConcurrentLogins, maxWaiting: 0 })
  const { key, label, issuer, clientId, clientSecret } = provider
  const redirectUri = config.APP_URL + apiPaths.universityCallback(key)
  const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  let metadata: Cached<oidc.ServerMetadata> | undefined
  let keys: Cached<oidc.ExportedJWKSCache['jwks']> | undefined
  let discovery: Promise<oidc.ServerMetadata> | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  const { emailClaim, verifiedClaim, affiliationClaim } = provider
  const neededClaims = [emailClaim, verifiedClaim, affiliationClaim, 'given_name', 'family_name']

  /** All logins that wait for the metadata share one request. */
  function discover(): Promise<oidc.ServerMetadata> {
    discovery ??= oidc
      .discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: timeoutSeconds,
        execute,
      })
      .then((configuration) => {
        const value = configuration.serverMetadata()
        metadata = { value, fetchedAt: now() }
        return value
      })
      .catch((error: unknown) => {
        failedAt = now()
        throw error
      })
      .finally(() => {
        discovery = undefined
      })
    return discovery
  }

  async function readMetadata(): Promise<oidc.ServerMetadata> {
    if (metadata && now() - metadata.fetchedAt < metadataMaxAgeMs) return metadata.value
    if (now() - failedAt < pauseAfterFailureMs) {
      if (metadata) return metadata.value
      throw unavailable(label)
    }
    try {
      return await discover()
    } catch (error) {
      if (!metadata) throw error
      log.warn({ reason: reasonOf(error) }, 'the metadata of an identity provider is not refreshed')
      return metadata.value
    }
  }

  const configure = async () => createConfiguration(await readMetadata())

  /** Each login gets its own configuration, because only then does an unknown key make the library fetch keys again. */
  function createConfiguration(server: oidc.ServerMetadata): oidc.Configuration {
    const methods = server.token_endpoint_auth_methods_supported
    const usesPost = methods && !methods.includes('client_secret_basic')
    const configuration = new oidc.Configuration(
      server,
      clientId,
      { client_secret: clientSecret, [oidc.clockTolerance]: clockToleranceSeconds },
      usesPost ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret),
    )
    configuration.timeout = timeoutSeconds
    for (const extend of execute) extend(configuration)
    oidc.enableNonRepudiationChecks(configuration)
    if (keys && now() - keys.fetchedAt < keysMaxAgeMs) {
      oidc.setJwksCache(configuration, { jwks: keys.value, uat: minuteAgo() })
    }
    return configuration
  }

  /**
   * Returns the address and whether it is verified, both from one source. One source may have an address that the student
   * typed in, and the other may have verified another address.
   */
  function readAddress(sources: readonly object[], claims: Record<string, unknown>) {
    const vouching = sources.find((source) => emailClaim in source && verifiedClaim in source)
    const { [emailClaim]: email, [verifiedClaim]: isVerified } = { ...claims, ...vouching }
    return { [emailClaim]: email, [verifiedClaim]: vouching && isVerified }
  }

  function rememberKeys(configuration: oidc.Configuration) {
    const cache = oidc.getJwksCache(configuration)
    if (cache && cache.uat > minuteAgo()) keys = { value: cache.jwks, fetchedAt: now() }
  }

  /** Turns every failure into an error that the student can read. The log gets a reason without personal data. */
  async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await limit(work, key)
    } catch (error) {
      if (error instanceof AppError) throw error
      log.warn({ reason: reasonOf(error), university: key }, 'university login failed')
      if (isOutage(error)) throw unavailable(label, error)
      if (error instanceof oidc.AuthorizationResponseError) {
        throw new AppError('forbidden', `${label} didn't log you in. You can try again.`)
      }
      throw new AppError('bad_request', invalidLoginMessage)
    }
  }

  return {
    ...provider,
    /** Returns where the student logs in. A fresh login asks for the password even if the student is logged in there. */
    start: (secrets: LoginSecrets, { isFresh }: { isFresh: boolean }) =>
      attempt(async () => {
        const configuration = await configure()
        const url = oidc.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid profile email',
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(secrets.codeVerifier),
          code_challenge_method: 'S256',
          ...(isFresh && { prompt: 'login', max_age: '0' }),
        })
        return url.href
      }),

    /**
     * Exchanges the code of a response. Checks issuer, state, nonce, audience, times and signature. With `freshSince`,
     * the student must have logged in there after that time.
     */
    finish: (
      query: URLSearchParams,
      secrets: LoginSecrets,
      { freshSince }: { freshSince: number | null },
    ): Promise<Identity> =>
      attempt(async () => {
        const configuration = await configure()
        const tokens = await oidc.authorizationCodeGrant(
          configuration,
          new URL(`${redirectUri}?${query}`),
          {
            expectedState: secrets.state,
            expectedNonce: secrets.nonce,
            pkceCodeVerifier: secrets.codeVerifier,
            idTokenExpected: true,
            ...(freshSince !== null && { maxAge: Math.ceil((now() - freshSince) / secondMs) }),
          },
        )
        rememberKeys(configuration)
        const token = tokens.claims()
        if (!token) throw new Error('there is no ID token')
        const { sub: subject } = token
        // Many providers put the email and the names only into the response for the access token.
        const isComplete = neededClaims.every((claim) => claim in token)
        const { userinfo_endpoint } = configuration.serverMetadata()
        const more =
          isComplete || !userinfo_endpoint
            ? {}
            : await oidc.fetchUserInfo(configuration, tokens.access_token, subject)
        const claims = { ...more, ...token }
        return { issuer, subject, claims: { ...claims, ...readAddress([token, more], claims) } }
      }),

    /**
     * Returns where the student logs out of the university, or null if the provider offers nothing or is not known yet.
     * A logout never waits for the provider: it uses the metadata that is there, and old metadata is refreshed later.
     */
    logoutUrl(): string | null {
      readMetadata().catch(() => undefined)
      if (!metadata?.value.end_session_endpoint) return null
      const parameters = { post_logout_redirect_uri: `${config.APP_URL}/` }
      return oidc.buildEndSessionUrl(createConfiguration(metadata.value), parameters).href
    },
  }
}

/**
 * Returns a time in seconds. For an unknown key, the library fetches keys again only if its keys are a minute old. So we
 * always say that they are.
 */
const minuteAgo = () => Math.floor(Date.now() / secondMs) - 60

export const invalidLoginMessage =
  "That login couldn't be checked, or it took too long. Please log in again."

const unavailable = (label: string, cause?: unknown) =>
  new AppError(
    'unavailable',
    `${label} isn't answering right now. Try again in a few minutes. Your account here is fine.`,
    { retryAfterSeconds: 60, cause },
  )

const outageCodes = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']

/** Whether the provider did not answer, or answered with an error of its own. */
function isOutage(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500
  // Node's fetch reports a refused or broken connection as a TypeError with a cause. Other TypeErrors are faults of ours.
  if (error instanceof TypeError && error.cause !== undefined) return true
  return outageCodes.includes((error as { code?: string }).code ?? '')
}

/** Returns a reason without values, because those may be personal. */
function reasonOf(error: unknown): string {
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError) {
    return error.error
  }
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? 'unknown'
}
