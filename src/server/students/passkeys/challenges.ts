import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { KeyedHash } from '../../app-secret.ts'
import type { Config } from '../../config.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { minuteMs, secondMs } from '../../durations.ts'
import { hostCookie } from '../sessions/cookies.ts'
import { hashToken } from '../sessions/session-token.ts'

export const challengeValidMs = 5 * minuteMs

/** What a challenge is for. One for a login makes no passkey, and one student's makes none for another. */
type Purpose = 'log in' | `add to ${number}`

interface ChallengeDeps {
  config: Pick<Config, 'APP_URL'>
  db: Db
  keyedHash: KeyedHash
  now: () => number
}

/**
 * Makes the challenges that passkeys sign. A signed cookie binds a challenge to the browser, and the database knows the
 * ones that were used. So a login page that nobody uses costs no write.
 */
export function createChallenges({ config, db, keyedHash, now }: ChallengeDeps) {
  const { name, options } = hostCookie(config.APP_URL, 'quad-challenge')
  const sign = (purpose: Purpose, challenge: string, expiresAt: string) =>
    keyedHash('passkey challenge', purpose, challenge, expiresAt)

  return {
    issue(reply: FastifyReply, purpose: Purpose): string {
      const challenge = randomBytes(32).toString('base64url')
      const expiresAt = String(now() + challengeValidMs)
      const mac = sign(purpose, challenge, expiresAt)
      reply.setCookie(name, [challenge, expiresAt, mac].join('.'), {
        ...options,
        maxAge: challengeValidMs / secondMs,
      })
      return challenge
    },

    /** Returns the challenge of this browser and uses it up, or null if it has none that works. */
    async take(request: FastifyRequest, reply: FastifyReply, purpose: Purpose) {
      const [challenge = '', expiresAt = '', mac = ''] = (request.cookies[name] ?? '').split('.')
      reply.clearCookie(name, options)
      const expected = Buffer.from(sign(purpose, challenge, expiresAt))
      const given = Buffer.from(mac)
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
      if (!isOurs || Number(expiresAt) <= now()) return null
      const { changes } = await db.run(sql`
        INSERT INTO used_challenges (challenge_hash, expires_at)
        VALUES (${hashToken(challenge)}, ${Number(expiresAt)})
        ON CONFLICT (challenge_hash) DO NOTHING`)
      return changes === 1 ? challenge : null
    },
  }
}

export async function deleteExpiredChallenges(db: Db, now: number) {
  const where = sql`expires_at <= ${now}`
  await cleanUp(db, { table: 'used_challenges', primaryKey: ['challenge_hash'], where })
}
