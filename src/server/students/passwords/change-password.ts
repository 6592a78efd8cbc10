import type { FastifyRequest } from 'fastify'
import { mailboxOf } from '#campus.ts'
import type { ChangePassword } from '#contract/own-account.ts'
import { dayMs } from '../../durations.ts'
import { enqueueMail } from '../../mail/mail-jobs.ts'
import { buildPasswordChangedMail } from '../account-mails.ts'
import { readClient } from '../client.ts'
import { deleteUserSessions } from '../sessions/session-queries.ts'
import { accountTransaction } from '../sessions/session-transaction.ts'
import { type IssuedCookie, startSession } from '../sessions/sessions.ts'
import type { StudentDeps } from '../student-deps.ts'
import { updatePasswordHash } from '../user-queries.ts'
import { type PasswordDeps, requirePassword } from './require-password.ts'
import { deleteUserResets } from './reset-queries.ts'

type ChangePasswordDeps = PasswordDeps & Pick<StudentDeps, 'now'>

/** Ends all sessions and reset links, and starts a new session here: a copied cookie of this device ends too. */
export async function changePassword(
  deps: ChangePasswordDeps,
  { current, password }: ChangePassword,
  request: FastifyRequest,
): Promise<IssuedCookie & { passwordHash: string }> {
  const { db, passwordHasher, recordEvent, now } = deps
  const { email } = await requirePassword(deps, request, { name: 'current', password: current })
  const client = readClient(request)
  const passwordHash = await passwordHasher.hash(password, mailboxOf(email))
  // A change or reset since the check has ended this session too, and is refused here.
  return accountTransaction(db, request, async (tx, account) => {
    const time = now()
    await updatePasswordHash(tx, account.id, passwordHash)
    await deleteUserSessions(tx, account.id)
    await deleteUserResets(tx, account.id)
    await recordEvent(tx, 'password change', account.id, client)
    // An address that still has to be confirmed may be a stranger's.
    if (request.user?.confirmation !== 'required') {
      const mail = buildPasswordChangedMail(account, { changedAt: time, loggedOut: 'others' })
      await enqueueMail(tx, mail, { userId: account.id, expiresAt: time + dayMs }, time)
    }
    const session = { userId: account.id, device: client.device, now: time }
    return { ...(await startSession(tx, session)), passwordHash }
  })
}
