import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isSameSecret, type KeyedHash } from '../../app-secret.ts'
import type { Config } from '../../config.ts'
import { minuteMs, secondMs } from '../../durations.ts'
import { hostCookie } from '../sessions/cookies.ts'
import type { LoginSecrets } from './identity-providers.ts'

/** A login at a university takes no longer, even if the student has to find a second factor first. */
const loginValidMs = 15 * minuteMs

/** How long the page says why a login failed, if it is loaded again. */
const failureValidMs = 5 * minuteMs

/** A login that the student has begun in this browser. */
const startedLogin = z.object({
  id: z.string(),
  startedAt: z.number(),
  expiresAt: z.number(),
  /** The key of the university. */
  provider: z.string(),
  /** The page to show afterwards. */
  next: z.string(),
  /** The session whose student confirms that it is them, or null for a login. */
  confirms: z.string().nullable(),
})

/** A login that the university has confirmed, and that waits for the student: for a name, or for a proof. */
const waitingLogin = z.object({
  id: z.string(),
  expiresAt: z.number(),
  provider: z.string(),
  next: z.string(),
  subject: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  affiliations: z.string().nullable(),
  /** What was wrong with the last form, for the page that asks again. */
  problem: z.string().nullable(),
  /** Whether a code was emailed. */
  isCodeSent: z.boolean(),
})

/** A login that failed. */
const failedLogin = z.object({
  expiresAt: z.number(),
  provider: z.string(),
  next: z.string(),
  /** Whether the student wanted to confirm that it is them. */
  isConfirmation: z.boolean(),
  message: z.string(),
  status: z.number(),
})

export type StartedLogin = z.infer<typeof startedLogin>
export type WaitingLogin = z.infer<typeof waitingLogin>

/** Returns the id of a new login, and when it expires. No further step prolongs it. */
export const newLogin = (now: number) => ({
  id: randomBytes(16).toString('base64url'),
  startedAt: now,
  expiresAt: now + loginValidMs,
})

export const failureExpiry = (now: number): number => now + failureValidMs

interface CookieDeps {
  config: Pick<Config, 'APP_URL'>
  keyedHash: KeyedHash
  now: () => number
}

/** The cookies that bind a login to the browser. They are signed, so nobody can change them, and expire soon. */
export function createLoginCookies(deps: CookieDeps) {
  return {
    started: createSignedCookie(deps, 'quad-university', startedLogin),
    waiting: createSignedCookie(deps, 'quad-university-waiting', waitingLogin),
    failed: createSignedCookie(deps, 'quad-university-failed', failedLogin),
  }
}

export type LoginCookies = ReturnType<typeof createLoginCookies>

/** Derives the secrets of a login from its id, so that the cookie does not contain them. */
export const loginSecrets = (
  keyedHash: KeyedHash,
  { id }: Pick<StartedLogin, 'id'>,
): LoginSecrets => ({
  state: keyedHash('university login state', id),
  nonce: keyedHash('university login nonce', id),
  codeVerifier: keyedHash('university login code verifier', id),
})

/** A field of the forms: it proves that the form is from our page in this browser. */
export const formToken = (keyedHash: KeyedHash, { id }: Pick<WaitingLogin, 'id'>) =>
  keyedHash('university login form', id)

function createSignedCookie<Value extends { expiresAt: number }>(
  { config, keyedHash, now }: CookieDeps,
  cookieName: string,
  schema: z.ZodType<Value>,
) {
  const { name, options } = hostCookie(config.APP_URL, cookieName)
  const sign = (text: string) => keyedHash(`cookie ${cookieName}`, text)
  return {
    read({ cookies }: FastifyRequest): Value | null {
      const [, text = '', mac = ''] = /^([\w-]+)\.([\w-]{43})$/.exec(cookies[name] ?? '') ?? []
      if (!text || !isSameSecret(mac, sign(text))) return null
      const { data } = schema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
      return data && data.expiresAt > now() ? data : null
    },
    set(reply: FastifyReply, value: Value) {
      const text = Buffer.from(JSON.stringify(value)).toString('base64url')
      const maxAge = Math.ceil((value.expiresAt - now()) / secondMs)
      reply.setCookie(name, `${text}.${sign(text)}`, { ...options, maxAge })
    },
    clear(reply: FastifyReply) {
      reply.clearCookie(name, options)
    },
  }
}
