import { campus } from '#campus/campus.ts'
import { confirmEmailBody } from '#contract/accounts.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import { enqueueMail } from '../../mail/mail-jobs.ts'
import { buildUniversityJoinedMail } from '../account-mails.ts'
import type { Client } from '../client.ts'
import { recordConfirmation } from '../confirmation/confirm-email.ts'
import { hasToConfirm } from '../confirmation/confirmation.ts'
import { sendCode, tryCode } from '../confirmation/confirmation-codes.ts'
import { deleteUserResets, endPasskeyLogins } from '../passwords/reset-password.ts'
import {
  findDeviceUse,
  forgetSecondFactor,
  forgetSecondFactorUses,
} from '../second-factor/second-factor-queries.ts'
import { type OpenedSession, openSession, recordFailure } from '../sessions/log-in.ts'
import { type AccountAttempt, turnOf } from '../sessions/login-attempt-limiter.ts'
import { deleteUserSessions } from '../sessions/session-queries.ts'
import type { StudentDeps } from '../student-deps.ts'
import { type Account, hasRole, lockUser, updatePasswordHash } from '../user-queries.ts'
import { type IdentityProvider, invalidLoginMessage } from './identity-providers.ts'
import type { Names } from './read-claims.ts'
import {
  findAccountOf,
  findUniversityAccount,
  linkUniversityAccount,
  recordUniversityLogin,
} from './university-account-queries.ts'

/** A person whom the university has confirmed, with the address that it has verified. */
export interface VerifiedPerson extends Names {
  provider: IdentityProvider
  subject: string
  email: string
  affiliations: string | null
}

/** The browser in which somebody logs in. */
export interface Visitor {
  client: Client
  /** The name of the device in the database, or null if it is new. */
  deviceHash: string | null
}

/** The state of the account has changed since the login began. */
export const outdated = () => new AppError('wrong_status', invalidLoginMessage)

/**
 * Removes every way in that somebody else may know. The second factor of staff stays, as after a reset link, but no
 * passkey logs in. An account whose name and saved items may be a stranger's too needs `clearAccount` as well, in any
 * order.
 */
export async function removeWaysIn(tx: Db, account: Account) {
  const { id } = account
  await updatePasswordHash(tx, id, '')
  await deleteUserSessions(tx, id)
  await deleteUserResets(tx, id)
  await endPasskeyLogins(tx, account)
  if (hasRole(account)) await forgetSecondFactorUses(tx, id)
  else await forgetSecondFactor(tx, id)
}

/**
 * Opens the session of a student whom the university has confirmed. The university is no second factor, whatever it asks
 * for: staff use their own, unless this device knows it.
 */
export async function openUniversitySession(
  tx: Db,
  deps: StudentDeps,
  account: Account,
  { provider, visitor }: { provider: IdentityProvider; visitor: Visitor },
): Promise<OpenedSession> {
  const { client, deviceHash } = visitor
  const secondFactor = await findDeviceUse(tx, { studentId: account.id, deviceHash })
  const { issuer } = provider
  const opened = await openSession(tx, deps, account, { client, secondFactor, issuer })
  if (opened instanceof AppError) throw opened
  if (!opened) throw outdated()
  return opened
}

/** The password of sample students is public, so nobody takes over their accounts on a real site. */
export function requireNoSample({ config }: StudentDeps, { isSample }: Account) {
  if (isSample && !config.isTryOut) {
    throw new AppError('forbidden', 'This address belongs to a sample student.')
  }
}

/** Joins the university account after the student has typed in the password of the account. */
export async function joinByPassword(
  deps: StudentDeps,
  person: VerifiedPerson,
  { attempt, deviceHash }: { attempt: AccountAttempt; deviceHash: string | null },
  password: string,
): Promise<OpenedSession> {
  const { config, db, loginAttempts, passwordHasher } = deps
  if (!config.PASSWORD_LOGIN) throw outdated()
  let account: Account | undefined
  const opened = await loginAttempts.run(attempt, async () => {
    account = await findAccountOf(db, person.email)
    const isMatch = await passwordHasher.matches(account?.passwordHash, password, turnOf(attempt))
    if (!isMatch || !account) return null
    const checked = account
    return db.transaction(async (tx) => {
      const locked = await lockUser(tx, checked.id)
      if (locked?.passwordHash !== checked.passwordHash) return null
      const visitor = { client: attempt, deviceHash }
      return join(tx, deps, { person, account: locked, visitor, isByCode: false })
    })
  })
  if (opened) return opened
  await recordFailure(deps, attempt, account)
  throw new AppError('bad_request', 'Wrong password')
}

/** Joins the university account after the student has typed in a code from the mailbox. */
export async function joinByCode(
  deps: StudentDeps,
  person: VerifiedPerson,
  visitor: Visitor,
  typed: string,
): Promise<OpenedSession> {
  const { db, now } = deps
  const { data, error: invalid } = confirmEmailBody.safeParse({ code: typed })
  if (!data) throw new AppError('bad_request', invalid.issues[0]?.message ?? '')
  const result = await db.transaction(async (tx) => {
    const account = await lockJoinable(tx, person)
    const { code } = data
    const { client } = visitor
    const error = await tryCode(tx, deps, account, { code, client, now: now(), purpose: 'join' })
    return error ?? join(tx, deps, { person, account, visitor, isByCode: true })
  })
  if (result instanceof AppError) throw result
  return result
}

export async function mailJoinCode(deps: StudentDeps, person: VerifiedPerson, client: Client) {
  await deps.db.transaction(async (tx) => {
    const account = await lockJoinable(tx, person)
    await sendCode(tx, deps, account, { client, purpose: 'join' })
  })
}

async function lockJoinable(tx: Db, person: VerifiedPerson): Promise<Account> {
  const found = await findAccountOf(tx, person.email)
  const account = found && (await lockUser(tx, found.id))
  if (!account || hasToConfirm(account)) throw outdated()
  await requireNoOtherSubject(tx, account, person)
  return account
}

/** Whether the account belongs to another person of the same university, who may have had the address before. */
export async function isOfOtherSubject(
  db: Db,
  { id }: Pick<Account, 'id'>,
  { provider, subject }: Pick<VerifiedPerson, 'provider' | 'subject'>,
): Promise<boolean> {
  const joined = await findUniversityAccount(db, id)
  return joined?.issuer === provider.issuer && joined.subject !== subject
}

/** A code from the mailbox proves only the address, which may have belonged to somebody else. */
async function requireNoOtherSubject(tx: Db, account: Account, person: VerifiedPerson) {
  if (!(await isOfOtherSubject(tx, account, person))) return
  const { label } = person.provider
  throw new AppError(
    'bad_request',
    `This account is connected to another ${label} account, so a code is not enough. If it is yours, use its password, or write to us at ${campus.contactEmail}.`,
  )
}

async function join(
  tx: Db,
  deps: StudentDeps,
  {
    person,
    account,
    visitor,
    isByCode,
  }: { person: VerifiedPerson; account: Account; visitor: Visitor; isByCode: boolean },
): Promise<OpenedSession> {
  const { hooks } = deps
  const { provider, subject, affiliations } = person
  const { issuer } = provider
  const now = deps.now()
  requireNoSample(deps, account)
  if (hasToConfirm(account)) throw outdated()
  // A code proves only the mailbox. Whoever had the address before, or signed up with it, must not keep their way in.
  if (isByCode) await removeWaysIn(tx, account)
  if (!(await linkUniversityAccount(tx, { studentId: account.id, issuer, subject, now }))) {
    throw outdated()
  }
  const confirmed = await recordConfirmation(tx, account, { hooks, now })
  const cleared = isByCode ? 'ways in' : 'nothing'
  const { client } = visitor
  await announceJoined(tx, deps, confirmed, { provider, client, cleared })
  const passwordHash = isByCode ? '' : account.passwordHash
  const counting = await recordUniversityLogin(tx, account.id, { affiliations, now })
  const joined = { ...confirmed, affiliations: counting, passwordHash }
  return openUniversitySession(tx, deps, joined, { provider, visitor })
}

export async function announceJoined(
  tx: Db,
  { recordEvent, now }: StudentDeps,
  account: Account,
  {
    provider,
    client,
    cleared,
  }: {
    provider: IdentityProvider
    client: Client
    cleared: 'nothing' | 'ways in' | 'everything'
  },
) {
  const joinedAt = now()
  await recordEvent(tx, 'university account joined', account.id, client)
  const { label } = provider
  const mail = buildUniversityJoinedMail(account, { label, joinedAt, cleared })
  await enqueueMail(tx, mail, { studentId: account.id, expiresAt: joinedAt + dayMs }, joinedAt)
}
