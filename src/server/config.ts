import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isSameBucket, parseS3Url, type S3Config } from './files/s3-url.ts'

const flag = z
  .enum(['0', '1'], 'must be 0 or 1')
  .transform((value) => value === '1')
  .optional()

const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')

const url = (protocols: string[], example: string) =>
  z.string().refine((value) => {
    const parsed = URL.parse(value)
    return parsed !== null && protocols.includes(parsed.protocol)
  }, `must be a URL like ${example}`)

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`)

/** Accepts an IP address, a network such as 10.0.0.0/8, or proxy-addr's name for a private range. */
function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits = '0', more] = text.split('/')
  const maxBits = isIP(address) === 6 ? 128 : 32
  return isIP(address) > 0 && /^\d+$/.test(bits) && Number(bits) <= maxBits && more === undefined
}

const postgresUrl = url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/quad')

const s3Url = z.string().transform((text, context): S3Config => {
  const address = parseS3Url(text)
  if (!('problem' in address)) return address
  context.addIssue(address.problem)
  return z.NEVER
})

const isLoopback = (address: string) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(address)?.hostname ?? '')

const required = z.string('is missing')

/** The issuers of Entra ID that log in members of every organization. */
const sharedTenant =
  /^https:\/\/login\.[a-z.]*microsoftonline\.[a-z]+\/(?:common|organizations|consumers)(?:\/|$)/i

/** Where the students of one university log in with OpenID Connect. */
const identityProvider = z.strictObject({
  issuer: required
    .pipe(url(['https:', 'http:'], 'https://login.university.example'))
    .refine((value) => value.startsWith('https:') || isLoopback(value), 'must begin with https:')
    .refine(
      (value) => !sharedTenant.test(value),
      'must name your own tenant, because anybody with a Microsoft account could log in at this one',
    ),
  clientId: required,
  clientSecret: required,
  /** The name of the account: "WatIAM". The button says "Continue with WatIAM". */
  label: required.transform((text) => text.replace(/^continue with /i, '').trim()),
  /** The short name of the university. A campus with one university needs none. */
  university: z.string().optional(),
  emailClaim: z.string().default('email'),
  verifiedClaim: z.string().default('email_verified'),
  affiliationClaim: z.string().default('affiliation'),
})

export type IdentityProviderConfig = z.infer<typeof identityProvider> & {
  /** The university in paths, such as "northshore". */
  key: string
}

const identityProviderNames: Record<keyof typeof identityProvider.shape, string> = {
  issuer: 'OIDC_ISSUER',
  clientId: 'OIDC_CLIENT_ID',
  clientSecret: 'OIDC_CLIENT_SECRET',
  label: 'OIDC_LABEL',
  university: 'OIDC_UNIVERSITY',
  emailClaim: 'OIDC_EMAIL_CLAIM',
  verifiedClaim: 'OIDC_VERIFIED_CLAIM',
  affiliationClaim: 'OIDC_AFFILIATION_CLAIM',
}

/** The fetch API refuses addresses with a user or a password. */
const hasNoUser = (address: string) => !/@/.test(URL.parse(address)?.href ?? '')
const noUserMessage = 'must have no user or password'

/** All settings. A test keeps `.env.example` in sync. */
export const settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  APP_URL: url(['http:', 'https:'], 'https://quad.example')
    .refine((value) => URL.parse(value)?.pathname === '/', 'must be an origin, without a path')
    .transform((value) => new URL(value).origin)
    .optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  DOWN_PAGE: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  CAMPUS_FILE: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  DATABASE_URL: postgresUrl.optional(),
  BACKUP_BEFORE_UPGRADE: onOff.default(true),
  BACKUP_S3_URL: s3Url.optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
  S3_URL: s3Url.optional(),
  PHOTO_URL: url(['http:', 'https:'], 'https://photos.example')
    .refine((value) => !/[?#]/.test(value), 'must be a base without ? or #')
    .transform((value) => new URL(value).href.replace(/\/$/, ''))
    .optional(),
  MAIL_FROM: z.email('must be an email address').optional(),
  MAIL_DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/i, 'must be a name such as mail2026')
    .optional(),
  WEBHOOK_URL: url(['https:', 'http:'], 'https://chat.example/hook')
    .refine((value) => value.startsWith('https:') || isLoopback(value), 'must begin with https:')
    .refine(hasNoUser, noUserMessage)
    .optional(),
  GEOCODER_URL: url(['http:', 'https:'], 'https://nominatim.example/search')
    .refine(
      (value) => /\/(?:search|api)\/?$/.test(URL.parse(value)?.pathname ?? ''),
      'must end with /search, as that of Nominatim, or with /api, as that of Photon',
    )
    .refine(hasNoUser, noUserMessage)
    .optional(),
  VERIFY_EMAIL: onOff.optional(),
  APP_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  // The settings of one university's OpenID Connect. Further universities have numbered names, such as OIDC_ISSUER_2.
  OIDC_ISSUER: z.string().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_LABEL: z.string().optional(),
  OIDC_UNIVERSITY: z.string().optional(),
  OIDC_EMAIL_CLAIM: z.string().optional(),
  OIDC_VERIFIED_CLAIM: z.string().optional(),
  OIDC_AFFILIATION_CLAIM: z.string().optional(),
  OIDC_FILE: z.string().optional(),
  POSTING_AFFILIATIONS: z
    .string()
    .transform((list) =>
      list
        .toLowerCase()
        .split(',')
        .map((word) => word.trim()),
    )
    .refine(
      (list) => list.every((word) => /^[\w-]+$/.test(word)),
      'must be words, separated by commas',
    )
    .optional(),
  PASSWORD_LOGIN: onOff.default(true),
  LISTING_ACCESS: z
    .enum(['contact', 'open', 'members'], 'must be contact, open or members')
    .default('contact'),
  CONTACT: z.enum(['both', 'messages', 'email'], 'must be both, messages or email').default('both'),
  DEMO: flag,
  RATE_LIMIT: onOff.default(true),
  SERVICE_WORKER: onOff.default(true),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .refine(
      (list) => list.every(isProxyAddress),
      'must be addresses or networks, separated by commas',
    )
    .optional(),
  WORKERS: wholeNumber(1, 64).default(1),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
})

export type Config = ReturnType<typeof readConfig>

/** An error that lists every invalid setting, one per line. */
export class ConfigError extends Error {}

export function readConfig(env: Record<string, string | undefined>) {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(nonEmpty)
  if (!parsed.success) throw new ConfigError(describeIssues(parsed.error.issues))
  const { APP_URL, VERIFY_EMAIL, ...rest } = parsed.data
  if (rest.S3_URL && rest.BACKUP_S3_URL && isSameBucket(rest.S3_URL, rest.BACKUP_S3_URL)) {
    const message = 'must be another bucket than S3_URL, whose photos may be public'
    throw new ConfigError(describeIssues([{ path: ['BACKUP_S3_URL'], message }]))
  }
  const identityProviders = readIdentityProviders(nonEmpty)
  if (!rest.PASSWORD_LOGIN && identityProviders.length === 0) {
    throw new ConfigError(
      describeIssues([{ path: ['PASSWORD_LOGIN'], message: 'can be off only with OIDC_ISSUER' }]),
    )
  }
  const verifiesEmail = VERIFY_EMAIL ?? rest.SMTP_URL !== undefined
  return {
    ...rest,
    /** Where the page for downtime is written. Only a site in production has one. */
    DOWN_PAGE:
      rest.DOWN_PAGE ??
      (rest.NODE_ENV === 'production' ? join(rest.DATA_DIR, 'down.html') : undefined),
    /** Whether APP_URL is set. If not, links use localhost and any loopback name counts as the same origin. */
    appUrlIsSet: APP_URL !== undefined,
    APP_URL: APP_URL ?? `http://localhost:${rest.PORT}`,
    /** Whether emails are verified. The default is off without a mail server, because nobody could receive a code. */
    VERIFY_EMAIL: verifiesEmail,
    identityProviders,
    /**
     * Whether one person is trying the site out on their own machine, with scripts and made-up texts. Rules then advise
     * instead of refusing, and roles need no second factor. A site with a public address or with university logins is real.
     */
    isTryOut: !verifiesEmail && APP_URL === undefined && identityProviders.length === 0,
  }
}

type Issue = { path: PropertyKey[]; message: string }

const describeIssues = (issues: readonly Issue[]) =>
  `These settings need attention:\n${issues.map(({ path, message }) => `  ${path.join('.')} ${message}`).join('\n')}`

/** Reads the identity providers: plain names for one, names with a number or a JSON file for several. */
function readIdentityProviders(env: Record<string, string | undefined>): IdentityProviderConfig[] {
  const names = Object.values(identityProviderNames)
  const suffixes = Object.keys(env).flatMap((name) => {
    const [, plain = '', suffix = ''] = /^(\w+?)(|_\d+)$/.exec(name) ?? []
    return names.includes(plain) ? [suffix] : []
  })
  const sources = [...new Set(suffixes)].sort().map((suffix) => ({
    nameOf: (field: string) => identityProviderNames[field as 'issuer'] + suffix,
    value: Object.fromEntries(
      Object.entries(identityProviderNames).flatMap(([field, name]) => {
        const text = env[name + suffix]
        return text === undefined ? [] : [[field, text]]
      }),
    ),
  }))
  if (env.OIDC_FILE) {
    const list = readJsonFile(env.OIDC_FILE)
    if (!Array.isArray(list)) {
      const message = `must be a JSON file with a list: ${env.OIDC_FILE}`
      throw new ConfigError(describeIssues([{ path: ['OIDC_FILE'], message }]))
    }
    for (const [index, value] of list.entries()) {
      sources.push({ nameOf: (field) => `OIDC_FILE [${index}].${field}`, value })
    }
  }
  const providers = sources.map(({ nameOf, value }) => {
    const { data, error } = identityProvider.safeParse(value)
    if (error) {
      const issues = error.issues.map(({ path, message }) => ({
        path: [nameOf(String(path[0] ?? ''))],
        message,
      }))
      throw new ConfigError(describeIssues(issues))
    }
    const name = data.university ?? 'university'
    return { ...data, key: name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-') }
  })
  const findRepeated = (of: (provider: IdentityProviderConfig) => string) =>
    providers.find(
      (provider, index) => providers.findIndex((other) => of(other) === of(provider)) < index,
    )
  const repeated = findRepeated(({ key }) => key)
  if (repeated) {
    const message = `has two issuers for ${repeated.university ?? 'the university'}`
    throw new ConfigError(describeIssues([{ path: ['OIDC_UNIVERSITY'], message }]))
  }
  // A login is recognized by its issuer and subject, so an issuer cannot stand for two universities.
  if (findRepeated(({ issuer }) => issuer.replace(/\/$/, ''))) {
    const message = 'must be another one for each university'
    throw new ConfigError(describeIssues([{ path: ['OIDC_ISSUER'], message }]))
  }
  return providers
}

function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
