import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { noStudent, studentHeader } from '#contract/offline.ts'
import { isSameSecret, type KeyedHash } from '../../app-secret.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, secondMs } from '../../durations.ts'
import { readClient } from '../client.ts'
import { type Account, findUserByEmail } from '../user-queries.ts'
import type { AccountAttempt } from './login-attempt-limiter.ts'
import { formatToken, parseToken, type SessionToken } from './session-token.ts'

export const sessionCookieName = (appUrl: string) => hostCookie(appUrl, 'quad').name

export function createSessionCookie({ APP_URL }: Pick<Config, 'APP_URL'>) {
  const { name, options } = hostCookie(APP_URL, 'quad')
  return {
    read: (request: FastifyRequest) => parseToken(request.cookies[name]),
    set(reply: FastifyReply, token: SessionToken, maxAgeMs: number) {
      reply.setCookie(name, formatToken(token), { ...options, maxAge: Math.floor(maxAgeMs / 1000) })
    },
    clear(reply: FastifyReply) {
      reply.clearCookie(name, options)
      // Clears drafts and the pages that the browser keeps for Back. Cookies stay, because the directive would clear
      // the cookies of the whole registrable domain, including the university's other sites.
      reply.header('clear-site-data', '"cache", "storage"')
      reply.header(studentHeader, noStudent)
    },
  }
}

export type SessionCookie = ReturnType<typeof createSessionCookie>

const maxAgeDays = 365

/**
 * How many students can share a device. A further login makes the device forget the student who last logged in longest
 * ago.
 */
const maxAccounts = 5

/** The cookie has a random id and a MAC for each account that was logged in on the device. It names no account. */
const cookieFormat = /^[\w-]{22}(?:\.[\w-]{43})+$/

const generateDeviceId = () => randomBytes(16).toString('base64url')

interface DeviceCookieDeps {
  config: Pick<Config, 'APP_URL'>
  db: Db
  keyedHash: KeyedHash
}

type Credentials = Pick<Account, 'email' | 'passwordHash'>

/**
 * Recognizes known devices, so that strangers who guess passwords cannot lock a student out on their own device, and so
 * that staff are asked for their second factor once a month on each device. The cookie has no other use.
 */
export function createDeviceCookie({ config, db, keyedHash }: DeviceCookieDeps) {
  const { name, options } = hostCookie(config.APP_URL, 'quad-device')
  // A new password makes the cookie invalid. Someone who knew the old password could have made a thousand cookies, each
  // with its own tries.
  const sign = (deviceId: string, { email, passwordHash }: Credentials) =>
    keyedHash('device', deviceId, email, passwordHash)

  const hashDevice = (deviceId: string) => keyedHash('second factor device', deviceId)

  function read({ cookies }: FastifyRequest): { deviceId: string; macs: string[] } {
    const value = cookies[name] ?? ''
    const [deviceId, ...macs] = cookieFormat.test(value) ? value.split('.') : []
    return { deviceId: deviceId ?? generateDeviceId(), macs }
  }

  function write(reply: FastifyReply, deviceId: string, macs: readonly string[]) {
    const maxAge = (maxAgeDays * dayMs) / secondMs
    reply.setCookie(name, [deviceId, ...macs].join('.'), { ...options, maxAge })
  }

  return {
    async readAttempt(request: FastifyRequest, email: string): Promise<AccountAttempt> {
      const { deviceId, macs } = read(request)
      const account = macs.length > 0 && (await findUserByEmail(db, email))
      const expected = account && sign(deviceId, account)
      const isKnown = expected && macs.some((mac) => isSameSecret(mac, expected))
      return { ...readClient(request), email, deviceId: isKnown ? deviceId : null }
    },

    /** Returns the hash that names this device in the database, or null if it has no cookie yet. */
    readDeviceHash({ cookies }: FastifyRequest): string | null {
      const value = cookies[name] ?? ''
      const deviceId = cookieFormat.test(value) ? value.split('.')[0] : undefined
      return deviceId ? hashDevice(deviceId) : null
    },

    /** Call it after the student has logged in on this device. */
    remember(request: FastifyRequest, reply: FastifyReply, account: Credentials): void {
      const { deviceId, macs } = read(request)
      const own = sign(deviceId, account)
      const others = macs.filter((mac) => mac !== own).slice(0, maxAccounts - 1)
      write(reply, deviceId, [own, ...others])
    },

    /**
     * Call it after staff have used a second factor on this device. The device gets a new id, because somebody who shares
     * the browser may have copied the old cookie. The cookie forgets other accounts. Returns the hash of the device.
     */
    rememberNew(reply: FastifyReply, account: Credentials): string {
      const deviceId = generateDeviceId()
      write(reply, deviceId, [sign(deviceId, account)])
      return hashDevice(deviceId)
    },
  }
}

/** The cookie is HttpOnly against scripts, SameSite=Lax against cross-site forms, and bound to the host over https. */
export function hostCookie(appUrl: string, name: string) {
  const secure = appUrl.startsWith('https:')
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  } as const
}
