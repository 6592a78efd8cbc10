import { campus, mailboxOf } from '#campus/campus.ts'
import { signUpBody } from '#contract/accounts.ts'
import { isReservedFullName, reservedNameMessage } from '#contract/reserved-names.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { recordConfirmation } from '../confirmation/confirm-email.ts'
import { confirmationOf, hasToConfirm } from '../confirmation/confirmation.ts'
import { hasPassword } from '../passwords/password-login.ts'
import { clearAccount } from '../passwords/reset-password.ts'
import { findRestrictionError } from '../restrictions/find-restriction.ts'
import type { OpenedSession } from '../sessions/log-in.ts'
import { warnOfManySignUps } from '../sign-up.ts'
import type { StudentDeps } from '../student-deps.ts'
import { studentLimits } from '../student-limits.ts'
import { insertUser, lockUser, updateAccount } from '../user-queries.ts'
import type { Identity, IdentityProvider } from './identity-providers.ts'
import {
  announceJoined,
  isOfOtherSubject,
  openUniversitySession,
  outdated,
  removeWaysIn,
  requireNoSample,
  type VerifiedPerson,
  type Visitor,
} from './join-account.ts'
import { type Names, readAffiliations, readEmail, readNames } from './read-claims.ts'
import {
  findAccountOf,
  findBySubject,
  linkUniversityAccount,
  recordUniversityLogin,
} from './university-account-queries.ts'

/** What the student is asked for before the session opens. */
interface Waiting {
  waits: 'names' | 'proof'
  person: VerifiedPerson
}

/**
 * Logs in the student to whom issuer and subject belong. The address only counts for somebody who comes for the first
 * time: it may be given to another student later.
 */
export async function logInFromUniversity(
  deps: StudentDeps,
  provider: IdentityProvider,
  { subject, claims }: Identity,
  visitor: Visitor,
): Promise<OpenedSession | Waiting> {
  const { db, now } = deps
  const affiliations = readAffiliations(provider, claims)
  const known = await db.transaction((tx) =>
    logInKnown(tx, deps, { provider, subject, affiliations, claims }, visitor),
  )
  if (known) return known
  const email = readEmail(provider, claims)
  const person = { provider, subject, email, affiliations, ...readNames(claims) }
  const account = await findAccountOf(db, email)
  if (account && !hasToConfirm(account)) {
    requireNoSample(deps, account)
    const canProve = hasPassword(deps.config, account)
    if (!canProve && (await isOfOtherSubject(db, account, person))) {
      throw new AppError(
        'forbidden',
        `${email} has an account here that is connected to another ${provider.label} account. Write to us at ${campus.contactEmail}, and we'll help you.`,
      )
    }
    const error = await findRestrictionError(db, account, now())
    if (error?.code === 'banned') throw error
    return { waits: 'proof', person }
  }
  if (!person.firstName || !person.lastName) return { waits: 'names', person }
  return createAccount(deps, person, visitor)
}

async function logInKnown(
  tx: Db,
  deps: StudentDeps,
  {
    provider,
    subject,
    affiliations,
    claims,
  }: Pick<VerifiedPerson, 'provider' | 'subject' | 'affiliations'> & Pick<Identity, 'claims'>,
  visitor: Visitor,
): Promise<OpenedSession | undefined> {
  const { config, hooks } = deps
  const { issuer } = provider
  const joined = await findBySubject(tx, { issuer, subject })
  const account = joined && (await lockUser(tx, joined.studentId))
  if (!account) return undefined
  const now = deps.now()
  const error = await findRestrictionError(tx, account, now)
  if (error?.code === 'banned') throw error
  const counting = await recordUniversityLogin(tx, account.id, { affiliations, now })
  const confirmation = confirmationOf(account, { verifyEmail: config.VERIFY_EMAIL, now })
  // The university confirms the mailbox again, so the student needs no code this year.
  const isConfirmedAgain = confirmation === 'due' && hasVerified(provider, claims, account.email)
  const current = isConfirmedAgain ? await recordConfirmation(tx, account, { hooks, now }) : account
  const known = { ...current, affiliations: counting }
  return openUniversitySession(tx, deps, known, { provider, visitor })
}

function hasVerified(provider: IdentityProvider, claims: Identity['claims'], email: string) {
  try {
    return mailboxOf(readEmail(provider, claims)) === mailboxOf(email)
  } catch {
    return false
  }
}

/** Creates the account of a new student with the names that they typed in. */
export async function createNamedAccount(
  deps: StudentDeps,
  person: VerifiedPerson,
  typed: Names,
  visitor: Visitor,
): Promise<OpenedSession> {
  const { firstName, lastName } = signUpBody.shape
  const [first, last] = [firstName.safeParse(typed.firstName), lastName.safeParse(typed.lastName)]
  const refuse = (message = '') => new AppError('bad_request', message)
  if (first.error) throw refuse(`First name: ${first.error.issues[0]?.message}`)
  if (last.error) throw refuse(`Last name: ${last.error.issues[0]?.message}`)
  if (isReservedFullName(first.data, last.data)) throw refuse(reservedNameMessage())
  return createAccount(deps, { ...person, firstName: first.data, lastName: last.data }, visitor)
}

/**
 * Creates the account of a new student. An account with this address that was never confirmed becomes theirs, after it
 * has lost everything that a stranger may have put into it.
 */
async function createAccount(
  deps: StudentDeps,
  person: VerifiedPerson,
  visitor: Visitor,
): Promise<OpenedSession> {
  const { config, db, hooks, rateLimiter, recordEvent, log } = deps
  const { provider, subject, email, firstName, lastName } = person
  const { issuer } = provider
  const { client } = visitor
  await rateLimiter.takeForClient(db, studentLimits.signUpsPerNetwork, client)
  let signUpsToday = 0
  const opened = await db.transaction(async (tx) => {
    const now = deps.now()
    const found = await findAccountOf(tx, email)
    const mustConfirm = config.VERIFY_EMAIL
    const newUser = { firstName, lastName, email, passwordHash: '', createdAt: now, mustConfirm }
    const inserted = found ? undefined : await insertUser(tx, newUser)
    const id = found?.id ?? inserted?.id
    const account = id === undefined ? undefined : await lockUser(tx, id)
    // Somebody has just signed up or confirmed with this address. The next login asks for the proof.
    if (!account || (found && !hasToConfirm(account))) throw outdated()
    if (found) {
      await clearAccount(tx, account, hooks)
      await removeWaysIn(tx, account)
      await updateAccount(tx, account.id, { firstName, lastName })
    }
    if (!(await linkUniversityAccount(tx, { studentId: account.id, issuer, subject, now }))) {
      throw outdated()
    }
    const named = { ...account, firstName, lastName, passwordHash: '' }
    const confirmed = await recordConfirmation(tx, named, { hooks, now })
    if (found)
      await announceJoined(tx, deps, confirmed, { provider, client, cleared: 'everything' })
    else await recordEvent(tx, 'university account joined', account.id, client)
    const affiliations = await recordUniversityLogin(tx, account.id, { ...person, now })
    signUpsToday = (await rateLimiter.tryTake(tx, studentLimits.signUpsPerDay)).count
    return openUniversitySession(tx, deps, { ...confirmed, affiliations }, { provider, visitor })
  })
  warnOfManySignUps(log, signUpsToday)
  return opened
}
