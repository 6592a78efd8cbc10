import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { createLimiter } from '../limits/rate-limit.ts'
import type { MailSender } from '../mail/mail-sender.ts'
import type { PhotoStore } from '../photos/photo-store.ts'
import { createGuessLimit } from './account-limits.ts'
import { createPasswords } from './passwords.ts'
import { createSessionCookie } from './session-cookie.ts'

interface Given {
  config: Config
  db: Db
  mail: Pick<MailSender, 'nudge' | 'forget'>
  store: PhotoStore
  now: () => number
  /** Runs in the transaction that removes an account, while its listings are still there. */
  onAccountRemoval: (tx: Db, userId: number) => Promise<void>
}

/** What the account routes work with, made once for each app. */
export function createAccountParts(given: Given) {
  const { config, db, mail, store, now, onAccountRemoval } = given
  const limiter = createLimiter({ enabled: config.RATE_LIMIT, now })
  return {
    config,
    db,
    mail,
    store,
    now,
    onAccountRemoval,
    limiter,
    guesses: createGuessLimit({ db, limiter }),
    passwords: createPasswords(),
    cookie: createSessionCookie(config),
  }
}

export type AccountParts = ReturnType<typeof createAccountParts>

/** Answers about one person must not stay in any cache. */
export async function neverCached(_request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store')
}
