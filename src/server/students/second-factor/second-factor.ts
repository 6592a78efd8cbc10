import type { FastifyRequest } from 'fastify'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { mailLoginChange } from '../account-mails.ts'
import { readClient } from '../client.ts'
import { loggedInUser } from '../sessions/session-hooks.ts'
import { accountTransaction } from '../sessions/session-transaction.ts'
import type { StudentDeps } from '../student-deps.ts'
import { studentLimits } from '../student-limits.ts'
import type { Account } from '../user-queries.ts'
import { decryptSecret, findStep, generateRecoveryCodes, hashRecoveryCode } from './codes.ts'
import {
  activatePendingSecret,
  countRecoveryCodes,
  findAuthenticator,
  findPendingSecret,
  forgetSecondFactorUses,
  replaceRecoveryCodes,
  spendRecoveryCode,
  spendStep,
} from './second-factor-queries.ts'

const isFromApp = (code: string) => /^\d+$/.test(code)

const wrongCode = () => {
  const message = "That code isn't right, or was used before. Try the next one."
  return new AppError('bad_request', message, { fields: { code: message } })
}

type CodeDeps = Pick<
  StudentDeps,
  'config' | 'db' | 'jobs' | 'codeLimiter' | 'keyedHash' | 'recordEvent' | 'now'
>

/**
 * Checks a code in a transaction that has locked the account. Failed tries are counted, also with RATE_LIMIT=off, because
 * six digits are quickly guessed. Only somebody with an open session can use up the tries.
 */
async function checkCode(
  { db, codeLimiter, recordEvent }: CodeDeps,
  request: FastifyRequest,
  check: (tx: Db, account: Account) => Promise<boolean>,
): Promise<void> {
  const { id } = loggedInUser(request)
  const key = String(id)
  const quick = await codeLimiter.take(db, studentLimits.secondFactorTries, key)
  const daily = await codeLimiter.take(db, studentLimits.secondFactorTriesPerDay, key)
  const isRight = await accountTransaction(db, request, async (tx, account) => {
    if (await check(tx, account)) return true
    await recordEvent(tx, 'second factor failure', id, readClient(request))
    return false
  })
  if (!isRight) throw wrongCode()
  for (const reservation of [quick, daily]) await codeLimiter.release(db, reservation)
}

/** Throws 400 unless it is a code of the student's app or one of their recovery codes, which this uses up. */
export async function proveByCode(
  deps: CodeDeps,
  request: FastifyRequest,
  code: string,
): Promise<void> {
  const { keyedHash, recordEvent, jobs, now } = deps
  await checkCode(deps, request, async (tx, account) => {
    if (isFromApp(code)) {
      const authenticator = await findAuthenticator(tx, account.id)
      const secret =
        authenticator?.secret && decryptSecret(keyedHash, account.id, authenticator.secret)
      const step = secret ? findStep(secret, code, now()) : null
      return step !== null && spendStep(tx, account.id, step)
    }
    if (!(await spendRecoveryCode(tx, account.id, hashRecoveryCode(code)))) return false
    await recordEvent(tx, 'recovery code used', account.id, readClient(request))
    await mailLoginChange(tx, deps, account, 'recovery code used')
    return true
  })
  jobs.wake()
}

/**
 * Makes the app whose secret the student has just read their second factor, once they type in its code. Returns their
 * recovery codes if they have none yet. Throws 409 if no set-up has begun in the last minutes.
 */
export async function confirmAuthenticator(
  deps: CodeDeps,
  request: FastifyRequest,
  code: string,
): Promise<string[] | null> {
  const { db, keyedHash, recordEvent, jobs, now } = deps
  // This is no failed try, so it comes before the count.
  if (!(await findPendingSecret(db, loggedInUser(request).id, now()))) {
    throw new AppError('wrong_status', 'That took too long. Start the set-up again.')
  }
  let recoveryCodes: string[] | null = null
  await checkCode(deps, request, async (tx, account) => {
    const { id } = account
    const pending = await findPendingSecret(tx, id, now())
    const secret = pending && decryptSecret(keyedHash, id, pending)
    const step = secret ? findStep(secret, code, now()) : null
    if (step === null) return false
    await activatePendingSecret(tx, id, { step, now: now() })
    // The new app may replace one that was lost.
    await forgetSecondFactorUses(tx, id, request.selectorHash)
    await recordEvent(tx, 'second factor added', id, readClient(request))
    await mailLoginChange(tx, deps, account, 'second factor added')
    recoveryCodes = await makeFirstRecoveryCodes(tx, id)
    return true
  })
  jobs.wake()
  return recoveryCodes
}

/** Returns new recovery codes if the student has none, or null. They are shown once; the database has their hashes. */
export async function makeFirstRecoveryCodes(tx: Db, studentId: number): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, studentId)) > 0 ? null : makeRecoveryCodes(tx, studentId)
}

/** Replaces all recovery codes. */
export async function makeRecoveryCodes(tx: Db, studentId: number): Promise<string[]> {
  const made = generateRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    studentId,
    made.map(({ hash }) => hash),
  )
  return made.map(({ code }) => code)
}
