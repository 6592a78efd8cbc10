import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { readClient } from '../client.ts'
import { hasPassword } from '../passwords/password-login.ts'
import { accountTransaction } from '../sessions/session-transaction.ts'
import type { StudentDeps } from '../student-deps.ts'
import type { Account } from '../user-queries.ts'
import { deleteUserCodes, sendCode, tryCode } from './confirmation-codes.ts'

const purpose = 'identity'

/** An emailed code is the weaker way, so a student who has a password cannot use one. */
function requireNoPassword({ config }: Pick<StudentDeps, 'config'>, account: Account) {
  if (!hasPassword(config, account)) return
  throw new AppError('wrong_status', 'Your account has a password. Use it instead.')
}

/** Emails a code with which a student without a password confirms that it is them. */
export async function mailIdentityCode(deps: StudentDeps, request: FastifyRequest): Promise<void> {
  const client = readClient(request)
  await accountTransaction(deps.db, request, async (tx, account) => {
    requireNoPassword(deps, account)
    await sendCode(tx, deps, account, { client, purpose })
  })
}

/** Throws 400 unless it is a code that was emailed to the student. The code works once. */
export async function proveByEmailedCode(
  deps: StudentDeps,
  request: FastifyRequest,
  code: string,
): Promise<void> {
  const client = readClient(request)
  const error = await accountTransaction(deps.db, request, async (tx, account) => {
    requireNoPassword(deps, account)
    const typed = { code, client, now: deps.now(), purpose } as const
    const refusal = await tryCode(tx, deps, account, typed)
    if (!refusal) await deleteUserCodes(tx, account.id)
    return refusal
  })
  if (!error) return
  const { message } = error
  throw error.code === 'bad_request'
    ? new AppError('bad_request', message, { fields: { emailedCode: message } })
    : error
}
