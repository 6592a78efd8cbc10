import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { contactEmail } from '#campus.ts'
import { parseS3Url, type S3Config } from './files/s3-url.ts'

const flag = z
  .enum(['0', '1'], 'must be 0 or 1')
  .transform((value) => value === '1')
  .optional()

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
  DATABASE_URL: postgresUrl.optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
  S3_URL: z
    .string()
    .transform((text, context): S3Config => {
      const address = parseS3Url(text)
      if (!('problem' in address)) return address
      context.addIssue(address.problem)
      return z.NEVER
    })
    .optional(),
  PHOTO_URL: url(['http:', 'https:'], 'https://photos.example')
    .refine((value) => !/[?#]/.test(value), 'must be a base without ? or #')
    .transform((value) => new URL(value).href.replace(/\/$/, ''))
    .optional(),
  MAIL_FROM: z.email('must be an email address').default(contactEmail),
  VERIFY_EMAIL: z
    .enum(['on', 'off'], 'must be on or off')
    .transform((value) => value === 'on')
    .optional(),
  APP_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  LISTING_ACCESS: z
    .enum(['contact', 'open', 'members'], 'must be contact, open or members')
    .default('contact'),
  CONTACT: z.enum(['both', 'messages', 'email'], 'must be both, messages or email').default('both'),
  DEMO: flag,
  RATE_LIMIT: z
    .enum(['on', 'off'], 'must be on or off')
    .transform((value) => value === 'on')
    .default(true),
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
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new ConfigError(`These settings need attention:\n${lines.join('\n')}`)
  }
  const { APP_URL, VERIFY_EMAIL, ...rest } = parsed.data
  const verifiesEmail = VERIFY_EMAIL ?? rest.SMTP_URL !== undefined
  return {
    ...rest,
    /** Whether APP_URL is set. If not, links use localhost and any loopback name counts as the same origin. */
    appUrlIsSet: APP_URL !== undefined,
    APP_URL: APP_URL ?? `http://localhost:${rest.PORT}`,
    /** Whether emails are verified. The default is off without a mail server, because nobody could receive a code. */
    VERIFY_EMAIL: verifiesEmail,
    /** Whether one person is trying the site out, with scripts and made-up texts. Rules then advise instead of refusing. */
    isTryOut: !verifiesEmail,
  }
}
