import type { FastifyRequest } from 'fastify'
import { signUpBody } from '#contract/accounts.ts'
import { adminWithoutPassword, type SetupAdminResponse } from '#contract/setup.ts'
import { requiredSteps } from '#contract/setup-steps.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { parseBody } from '../http/parse-body.ts'
import type { MailTransport } from '../mail/mail-transport.ts'
import { changeRole } from '../moderation/decisions/change-role.ts'
import { type Client, readClient } from '../students/client.ts'
import { recordConfirmation } from '../students/confirmation/confirm-email.ts'
import { checkCommonPassword } from '../students/passwords/common-passwords.ts'
import { emailTaken } from '../students/restrictions/restrict-student.ts'
import { type OpenedSession, openSession } from '../students/sessions/log-in.ts'
import type { StudentDeps } from '../students/student-deps.ts'
import { findUserByEmail, insertUser, lockUser } from '../students/user-queries.ts'
import { checkSetupCode, sendSetupCode } from './setup-mails.ts'
import {
  alreadyFinished,
  lockSetup,
  markFinished,
  readSetupValue,
  type WaitingAdmin,
  writeSetupValue,
} from './setup-state.ts'

export interface FirstAdminDeps extends StudentDeps {
  transport: MailTransport
}

/** The first admin, or the response that says what is missing. */
type Outcome = OpenedSession | SetupAdminResponse

/**
 * Begins the sign-up of the first admin. The account is made only once the code is typed in. The first student ends the
 * set-up, so an account without its role would leave the site without an admin.
 */
export async function signUpAdmin(
  deps: FirstAdminDeps,
  request: FastifyRequest,
  body: unknown,
): Promise<Outcome> {
  const { config, db } = deps
  await requireSettings(db, config)
  const client = readClient(request)
  const admin = await readAdmin(deps, body, client)
  await requireNoSample(db, admin.email)
  if (!config.VERIFY_EMAIL) {
    return db.transaction(async (tx) => {
      await lockSetup(tx)
      return finish(tx, deps, { admin, client })
    })
  }
  const { problem, sent } = await sendSetupCode(deps, admin.email, 'admin')
  if (sent) {
    await db.transaction(async (tx) => {
      await lockSetup(tx)
      await writeSetupValue(tx, 'admin', { ...admin, ...sent })
    })
  }
  return { isFinished: false, problem }
}

/** Throws 409 if a sample student of the try-out has the address. */
async function requireNoSample(db: Db, email: string) {
  if (!(await findUserByEmail(db, email))?.isSample) return
  const message =
    'A sample student has this email. Remove the samples first, with npm run remove-samples.'
  throw new AppError('conflict', message, { fields: { email: message } })
}

async function readAdmin(
  { config, passwordHasher }: FirstAdminDeps,
  body: unknown,
  { site }: Client,
): Promise<WaitingAdmin> {
  if (!config.PASSWORD_LOGIN) {
    return { ...parseBody(adminWithoutPassword, body), passwordHash: '' }
  }
  const { firstName, lastName, email, password } = parseBody(signUpBody, body)
  await checkCommonPassword(config, password)
  const passwordHash = await passwordHasher.hash(password, site)
  return { firstName, lastName, email, passwordHash }
}

/** Finishes the set-up if the code is the one that was sent. */
export async function confirmAdmin(
  deps: FirstAdminDeps,
  request: FastifyRequest,
  code: string,
): Promise<OpenedSession> {
  const { config, db, keyedHash, now } = deps
  await requireSettings(db, config)
  const result = await db.transaction(async (tx) => {
    await lockSetup(tx)
    const waiting = await readSetupValue(tx, 'admin')
    const error = checkSetupCode(keyedHash, waiting, { code, now: now() })
    if (!error && waiting) return finish(tx, deps, { admin: waiting, client: readClient(request) })
    // The error is returned, so that the transaction commits the failed try.
    if (waiting)
      await writeSetupValue(tx, 'admin', { ...waiting, failedTries: waiting.failedTries + 1 })
    return error
  })
  if (result instanceof AppError) throw result
  if (!result) throw alreadyFinished()
  return result
}

/** Makes the account, its role and the end of the set-up one change. */
async function finish(
  tx: Db,
  deps: FirstAdminDeps,
  { admin, client }: { admin: WaitingAdmin; client: Client },
): Promise<OpenedSession> {
  const { config, hooks, recordEvent } = deps
  const now = deps.now()
  if (!(await markFinished(tx, now))) throw alreadyFinished()
  const { firstName, lastName, email, passwordHash } = admin
  const mustConfirm = config.VERIFY_EMAIL
  const names = { firstName, lastName, email }
  const created = await insertUser(tx, { ...names, passwordHash, createdAt: now, mustConfirm })
  const account = created && (await lockUser(tx, created.id))
  if (!account) throw emailTaken()
  const confirmed = mustConfirm ? await recordConfirmation(tx, account, { hooks, now }) : account
  if (mustConfirm) await recordEvent(tx, 'email confirmation', account.id, client)
  const { APP_URL: appUrl, VERIFY_EMAIL: verifyEmail } = config
  await changeRole(tx, confirmed, 'admin', { actorId: null, appUrl, verifyEmail, now })
  const opened = await openSession(
    tx,
    deps,
    { ...confirmed, role: 'admin' },
    {
      client,
      secondFactor: null,
    },
  )
  if (!opened || opened instanceof AppError) throw opened ?? alreadyFinished()
  return opened
}

/** Throws 409 while a step is missing without which nobody could sign up. */
async function requireSettings(db: Db, { CAMPUS_FILE }: Pick<Config, 'CAMPUS_FILE'>) {
  if (CAMPUS_FILE) return
  const done = (await readSetupValue(db, 'steps')) ?? []
  if (requiredSteps.every((step) => done.includes(step))) return
  throw new AppError('conflict', 'Fill in the name, the terms and the contact first.')
}
