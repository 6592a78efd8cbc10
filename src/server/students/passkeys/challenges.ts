import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { isSameSecret, type KeyedHash } from '../../app-secret.ts'
import type { Config } from '../../config.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { minuteMs, secondMs } from '../../durations.ts'
import { hostCookie } from '../sessions/cookies.ts'
import { hashToken } from '../sessions/session-token.ts'

export const challengeValidMs = 5 * minuteMs

/** A challenge for a login adds no passkey, and a challenge for one student's new passkey works for no other student. */
type Purpose = 'log in' | `add to ${number}`

interface ChallengeDeps {
  config: Pick<Config, 'APP_URL'>
  db: Db
  keyedHash: KeyedHash
  now: () => number
}

/** A challenge that this browser has asked for, and that a passkey has signed. */
interface SignedChallenge {
  /** The challenge as the browser sends it, in base64url. */
  encoded: string
  id: string
  expiresAt: number
}

const idFormat = /^[\w-]{22}$/
const generateId = () => randomBytes(16).toString('base64url')

/** Returns what the browser says that the passkey has signed. It may be anything. */
function readEncoded(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return String(challenge)
  } catch {
    return ''
  }
}

/**
 * Makes the challenges that passkeys sign. A challenge carries its time and its MAC, and a cookie with a random id binds
 * it to the browser. So several tabs can each have one, and a login page that nobody uses costs no write. The database
 * knows the challenges that were used.
 */
export function createChallenges({ config, db, keyedHash, now }: ChallengeDeps) {
  const { name, options } = hostCookie(config.APP_URL, 'quad-challenge')
  const sign = (browserId: string, purpose: Purpose, id: string, expiresAt: string) =>
    keyedHash('passkey challenge', browserId, purpose, id, expiresAt)

  return {
    issue({ cookies }: FastifyRequest, reply: FastifyReply, purpose: Purpose): string {
      const known = cookies[name] ?? ''
      const browserId = idFormat.test(known) ? known : generateId()
      reply.setCookie(name, browserId, { ...options, maxAge: challengeValidMs / secondMs })
      const id = generateId()
      const expiresAt = String(now() + challengeValidMs)
      return [id, expiresAt, sign(browserId, purpose, id, expiresAt)].join('.')
    },

    /** Returns null unless this browser has asked for the challenge in the last minutes. It makes no query. */
    find(
      { cookies }: FastifyRequest,
      purpose: Purpose,
      clientDataJSON: string,
    ): SignedChallenge | null {
      const browserId = cookies[name] ?? ''
      const encoded = readEncoded(clientDataJSON)
      const [id = '', expiresAt = '', mac = ''] = Buffer.from(encoded, 'base64url')
        .toString()
        .split('.')
      const isOurs = isSameSecret(mac, sign(browserId, purpose, id, expiresAt))
      if (!idFormat.test(browserId) || !isOurs || Number(expiresAt) <= now()) return null
      return { encoded, id, expiresAt: Number(expiresAt) }
    },

    /** Uses the challenge up. Returns true for exactly one of several concurrent calls. */
    async spend({ id, expiresAt }: SignedChallenge): Promise<boolean> {
      const { changes } = await db.run(sql`
        INSERT INTO used_challenges (challenge_hash, expires_at)
        VALUES (${hashToken(id)}, ${expiresAt})
        ON CONFLICT (challenge_hash) DO NOTHING`)
      return changes === 1
    },
  }
}

export async function deleteExpiredChallenges(db: Db, now: number) {
  const where = sql`expires_at <= ${now}`
  await cleanUp(db, { table: 'used_challenges', primaryKey: ['challenge_hash'], where })
}
