import type { FastifyBaseLogger } from 'fastify'
import type { KeyedHash } from '../app-secret.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import { createRateLimiter, type RateLimiter } from '../limits/rate-limit.ts'
import type { Policies } from '../policies.ts'
import {
  createPasswordHasher,
  type HashingCost,
  hashingConcurrency,
} from './passwords/password-hasher.ts'
import { createSecurityLog } from './security-events.ts'
import { createDeviceCookie } from './sessions/device-cookie.ts'
import { createLoginAttemptLimiter } from './sessions/login-attempt-limiter.ts'
import { createSessionCookie } from './sessions/session-cookie.ts'
import { createSessionFinder } from './sessions/session-queries.ts'
import type { SessionParts, StudentHooks } from './student-hooks.ts'

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
  /** OWASP's by default; tests hash with less. */
  hashingCost?: HashingCost | undefined
}

/** The dependencies of the account routes, created once per app. */
export function createStudentDeps(baseDeps: BaseDeps) {
  const { config, db, rateLimiter, hashingCost: cost, now } = baseDeps
  return {
    ...baseDeps,
    /** Also with RATE_LIMIT=off: without a limit, six digits can be guessed. */
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
