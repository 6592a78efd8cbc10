import type { FastifyBaseLogger } from 'fastify'
import type { KeyedHash } from '../app-secret.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { Hook } from '../hooks.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import { createRateLimiter, type RateLimiter } from '../limits/rate-limit.ts'
import type { Policies } from '../policies.ts'
import {
  createPasswordHasher,
  type HashingCost,
  hashingConcurrency,
} from './passwords/password-hasher.ts'
import { createSecurityLog } from './security-events.ts'
import { createDeviceCookie, createSessionCookie } from './sessions/cookies.ts'
import { createLoginAttemptLimiter } from './sessions/login-attempt-limiter.ts'
import { createSessionFinder, type SessionParts } from './sessions/session-queries.ts'

interface BaseDeps {
  config: Config
  policies: Policies
  db: Db
  jobs: Pick<JobRunner, 'wake'>
  hooks: StudentHooks
  sessionParts: SessionParts
  rateLimiter: RateLimiter
  keyedHash: KeyedHash
  now: () => number
  log: FastifyBaseLogger
  /** The default is what OWASP recommends. Tests hash with less. */
  hashingCost?: HashingCost | undefined
}

/** The dependencies of the account routes, created once per app. */
export function createStudentDeps(baseDeps: BaseDeps) {
  const { config, db, rateLimiter, hashingCost: cost, now } = baseDeps
  return {
    ...baseDeps,
    /** It counts even with RATE_LIMIT=off, because six digits can be guessed without a limit. */
    codeLimiter: createRateLimiter({ enabled: true, now }),
    recordEvent: createSecurityLog(baseDeps),
    loginAttempts: createLoginAttemptLimiter({ db, rateLimiter }),
    passwordHasher: createPasswordHasher({
      concurrency: hashingConcurrency(config.WORKERS),
      ...(cost && { cost }),
    }),
    findSession: createSessionFinder(baseDeps.sessionParts.columns),
    cookie: createSessionCookie(config),
    deviceCookie: createDeviceCookie(baseDeps),
  }
}

export type StudentDeps = ReturnType<typeof createStudentDeps>

/** What rooms above this one do in its transactions. `wiring.ts` lists it; the hooks run in the order written there. */
export interface StudentHooks {
  /** An account has proved its mailbox, or does not have to. The hash names the mailbox in tables that outlive accounts. */
  mailboxProved: readonly Hook<[proved: { id: number; mailboxHash: string; now: number }]>[]
  /** A reset link has given an account to the owner of its mailbox: nothing that a stranger saved may stay. */
  takenBack: readonly Hook<[id: number]>[]
}
