import type { FastifyBaseLogger } from 'fastify'
import type { KeyedHash } from '../app-secret.ts'
import type { Config } from '../config.ts'
import type { Counts } from '../counts/counts.ts'
import type { Db } from '../database/database.ts'
import type { Hook } from '../hooks.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import { createRateLimiter, type RateLimiter } from '../limits/rate-limit.ts'
import type { Policies } from '../policies.ts'
import { createChallenges } from './passkeys/challenges.ts'
import {
  createPasswordHasher,
  type HashingCost,
  hashingConcurrency,
} from './passwords/password-hasher.ts'
import { createSecurityLog } from './security-events.ts'
import { createDeviceCookie, createSessionCookie } from './sessions/cookies.ts'
import { createLoginAttemptLimiter } from './sessions/login-attempt-limiter.ts'
import { createSessionFinder, type SessionParts } from './sessions/session-queries.ts'
import { createIdentityProviders } from './university/identity-providers.ts'

interface BaseDeps {
  config: Config
  policies: Policies
  db: Db
  jobs: Pick<JobRunner, 'wake'>
  hooks: StudentHooks
  sessionParts: SessionParts
  rateLimiter: RateLimiter
  counts: Pick<Counts, 'addForMailbox'>
  keyedHash: KeyedHash
  now: () => number
  log: FastifyBaseLogger
  /** The default is what OWASP recommends. Tests use a cheaper hash. */
  hashingCost?: HashingCost | undefined
}

/** Creates the dependencies of the account routes, once per app. */
export function createStudentDeps(baseDeps: BaseDeps) {
  const { config, db, rateLimiter, hashingCost: cost, now } = baseDeps
  return {
    ...baseDeps,
    /** This limiter counts even with RATE_LIMIT=off, because without a limit anyone can guess six digits. */
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
    challenges: createChallenges(baseDeps),
    identityProviders: createIdentityProviders(baseDeps),
  }
}

export type StudentDeps = ReturnType<typeof createStudentDeps>

/**
 * The hooks that other rooms run in this room's transactions. `wiring.ts` lists them; they run in the order written
 * there.
 */
export interface StudentHooks {
  /**
   * Runs when an account has proved its mailbox, or does not have to. The hash names the mailbox in tables that outlive
   * accounts.
   */
  mailboxProved: readonly Hook<[proved: { id: number; mailboxHash: string; now: number }]>[]
  /**
   * Runs when a reset link has given an account to the owner of its mailbox. The hooks delete everything that a
   * stranger saved.
   */
  takenBack: readonly Hook<[id: number]>[]
}
