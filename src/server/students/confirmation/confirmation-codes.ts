import { randomInt, randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { confirmationCode } from '#contract/account-rules.ts'
import type { User } from '#contract/accounts.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { minuteMs, secondMs } from '../../durations.ts'
import { AppError, tooMany } from '../../errors.ts'
import { findJobsOfUser } from '../../jobs/job-queries.ts'
import type { ClientNetworks } from '../../limits/client-network.ts'
import { networkCounters, type RateLimiter, type RateLimitRule } from '../../limits/rate-limit.ts'
import { enqueueSecretMail } from '../../mail/mail-jobs.ts'
import { secretMailKind } from '../../mail/mail-kinds.ts'
import { isRefusal } from '../../mail/mail-sender.ts'
import { buildCodeMail, type CodePurpose, type MailedUser } from '../account-mails.ts'
import { countingKey, personOfAccount } from '../person.ts'
import type { StudentDeps } from '../student-deps.ts'
import { studentLimits } from '../student-limits.ts'

const codeValidMs = confirmationCode.validMinutes * minuteMs

/** The last two codes work, because the email with the first may have been slow while the student asked for another. */
const liveCodes = 2
export const triesPerCode = 5

const resendAfterMs = confirmationCode.resendSeconds * secondMs

type CodeDeps = Pick<StudentDeps, 'config' | 'keyedHash' | 'codeLimiter' | 'counts'>

/**
 * The hash includes the user, so that equal codes of two students have different hashes. It is keyed, because all
 * six-digit codes are quickly tried.
 */
const hashCode = ({ keyedHash }: CodeDeps, { id }: Pick<User, 'id'>, code: string) =>
  keyedHash('confirmation code', String(id), code)

/** Call it in a transaction in which the user's row is locked or new, and wake the job runner after the commit. */
export async function mailCode(
  tx: Db,
  deps: CodeDeps,
  user: MailedUser,
  now: number,
  purpose: CodePurpose = 'email',
) {
  const { digits } = confirmationCode
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const expiresAt = now + codeValidMs
  await insertCode(tx, {
    studentId: user.id,
    codeHash: hashCode(deps, user, code),
    purpose,
    createdAt: now,
    expiresAt,
  })
  const { APP_URL: appUrl } = deps.config
  const { mail, loggedSubject } = buildCodeMail(user, { code, appUrl, purpose })
  const cause = (purpose === 'email' ? codeCause : `${purpose} code `) + randomUUID()
  const delivery = { studentId: user.id, cause, expiresAt, loggedSubject }
  await enqueueSecretMail(tx, mail, delivery, now)
}

/**
 * Emails another code. Throws 429 if the last one was sent a moment ago, or if a limit is reached. Call it in a
 * transaction that has locked the account, and wake the job runner after the commit.
 */
export async function sendCode(
  tx: Db,
  deps: CodeDeps & Pick<StudentDeps, 'rateLimiter' | 'now'>,
  user: MailedUser,
  { client, purpose = 'email' }: { client: ClientNetworks; purpose?: CodePurpose },
): Promise<void> {
  const now = deps.now()
  await requireResendPause(tx, user, now, purpose)
  const error = await countCodeMail(tx, deps, { user, client, now, purpose })
  if (error) throw error
  await mailCode(tx, deps, user, now, purpose)
}

/** Counts an email with a code. Returns the error if a limit is reached. */
export async function countCodeMail(
  tx: Db,
  deps: Pick<StudentDeps, 'config' | 'codeLimiter' | 'rateLimiter'>,
  {
    user,
    client,
    now,
    purpose = 'email',
  }: { user: MailedUser; client: ClientNetworks; now: number; purpose?: CodePurpose },
): Promise<AppError | null> {
  const { codeLimiter, rateLimiter } = deps
  const { email } = user
  const counters: [limiter: RateLimiter, rule: RateLimitRule, key: string][] = [
    [codeLimiter, studentLimits.codesPerAddress, email],
    [codeLimiter, studentLimits.codesPerMailbox, countingKey(personOfAccount(user))],
  ]
  for (const counter of networkCounters(studentLimits.codesPerNetwork, client)) {
    counters.push([rateLimiter, ...counter])
  }
  for (const [limiter, rule, key] of counters) {
    const { isAllowed, resetsAt } = await limiter.tryTake(tx, rule, key)
    if (isAllowed) continue
    const { message } = rateLimiter === limiter ? rule : withResetHint(deps, rule, purpose)
    return tooMany(message, { until: resetsAt, now })
  }
  return null
}

/** A reset link confirms an address as a code does, on a site with passwords. It is of no use for other codes. */
const withResetHint = (
  { config }: Pick<StudentDeps, 'config'>,
  rule: RateLimitRule,
  purpose: CodePurpose,
): RateLimitRule =>
  purpose === 'email' && config.PASSWORD_LOGIN
    ? { ...rule, message: `${rule.message} Or reset your password, which confirms your email too.` }
    : rule

const codeCause = 'confirmation code '

/** Whether the mail server has refused the last code for good, as it does while the mailbox is full. */
export async function isLastCodeRefused(db: Db, { id }: Pick<User, 'id'>): Promise<boolean> {
  const jobs = await findJobsOfUser(db, id, [secretMailKind])
  const last = jobs.findLast(({ cause }) => cause.startsWith(codeCause))
  return last?.state === 'failed' && isRefusal(last.error ?? '')
}

async function requireResendPause(
  tx: Db,
  { id }: Pick<User, 'id'>,
  now: number,
  purpose: CodePurpose = 'email',
) {
  const [newest] = await findLiveCodes(tx, id, { now, limit: 1, purpose })
  const until = newest ? newest.createdAt + resendAfterMs : 0
  if (until <= now) return
  const seconds = Math.ceil((until - now) / secondMs)
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`
  throw tooMany(`Wait ${wait} before asking for a new code.`, { until, now })
}

/**
 * Returns the error of a wrong code instead of throwing it, so that the transaction commits the failed try. The lock on
 * the user's row makes concurrent tries wait for each other, even in different processes.
 */
export async function tryCode(
  tx: Db,
  deps: CodeDeps,
  user: MailedUser,
  {
    code,
    client,
    now,
    purpose = 'email',
  }: { code: string; client: ClientNetworks; now: number; purpose?: CodePurpose },
): Promise<AppError | null> {
  const codes = await findLiveCodes(tx, user.id, { now, limit: liveCodes, purpose })
  const [newest] = codes
  if (!newest) return wrongCode('That code has expired. Ask for a new one.')
  if (newest.failedTries >= triesPerCode) {
    const until = newest.createdAt + resendAfterMs
    throw tooMany('Too many wrong codes. Ask for a new one.', { until, now })
  }
  const { codeLimiter } = deps
  const { triesPerMailbox, wrongCodesPerNetwork } = studentLimits
  const tries = withResetHint(deps, triesPerMailbox, purpose)
  await codeLimiter.take(tx, tries, countingKey(personOfAccount(user)))
  // The first try of a code is not refused by the limit of the network. Otherwise strangers on the network could keep a
  // student from using a right code.
  const isFirstTry = newest.failedTries === 0
  const reservations = isFirstTry
    ? []
    : await codeLimiter.takeForClient(
        tx,
        withResetHint(deps, wrongCodesPerNetwork, purpose),
        client,
      )
  const codeHash = hashCode(deps, user, code)
  const isRight = codes.some(
    (each) => each.failedTries < triesPerCode && each.codeHash === codeHash,
  )
  if (isRight) {
    deps.counts.addForMailbox('codes typed', user.email)
    for (const reservation of reservations) await codeLimiter.release(tx, reservation)
    return null
  }
  if (isFirstTry) {
    for (const [rule, key] of networkCounters(wrongCodesPerNetwork, client)) {
      await codeLimiter.tryTake(tx, rule, key)
    }
  }
  await countFailedTry(tx, user.id, purpose)
  const left = triesPerCode - newest.failedTries - 1
  const next = left === 0 ? 'Ask for a new one.' : `${left} ${left === 1 ? 'try' : 'tries'} left.`
  return wrongCode(`That code isn't right. ${next}`)
}

function wrongCode(message: string) {
  return new AppError('bad_request', message, { fields: { code: message } })
}

interface ConfirmationCode {
  codeHash: string
  failedTries: number
  createdAt: number
}

/** Returns the newest code first. */
function findLiveCodes(
  db: Db,
  studentId: number,
  { now, limit, purpose }: { now: number; limit: number; purpose: CodePurpose },
): Promise<ConfirmationCode[]> {
  return db.all<ConfirmationCode>(sql`
    SELECT code_hash AS "codeHash", failed_tries AS "failedTries", created_at AS "createdAt"
    FROM confirmation_codes
    WHERE user_id = ${studentId} AND purpose = ${purpose} AND expires_at > ${now}
    ORDER BY id DESC LIMIT ${limit}`)
}

interface NewCode {
  studentId: number
  codeHash: string
  purpose?: CodePurpose
  createdAt: number
  expiresAt: number
}

export async function insertCode(db: Db, code: NewCode) {
  const { studentId, codeHash, purpose = 'email', createdAt, expiresAt } = code
  await db.run(sql`
    INSERT INTO confirmation_codes (user_id, code_hash, purpose, created_at, expires_at)
    VALUES (${studentId}, ${codeHash}, ${purpose}, ${createdAt}, ${expiresAt})`)
}

/** Counts a wrong try against every code of the purpose, because it was a guess at each of them. */
async function countFailedTry(db: Db, studentId: number, purpose: CodePurpose) {
  await db.run(sql`
    UPDATE confirmation_codes SET failed_tries = failed_tries + 1
    WHERE user_id = ${studentId} AND purpose = ${purpose}`)
}

export async function deleteUserCodes(db: Db, studentId: number) {
  await db.run(sql`DELETE FROM confirmation_codes WHERE user_id = ${studentId}`)
}

export async function deleteExpiredCodes(db: Db, now: number) {
  const where = sql`expires_at <= ${now}`
  await cleanUp(db, { table: 'confirmation_codes', primaryKey: ['id'], where })
}
