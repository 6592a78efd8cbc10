import { campus, findUniversity, mailboxOf } from '#campus/campus.ts'
import type { RequestUser, User } from '#contract/accounts.ts'
import type { UserRole } from '#contract/moderation-rules.ts'
import { type ConfirmationState, hasToConfirm } from './confirmation/confirmation.ts'

/** The names from a left join. They are null once the account is deleted. */
export interface PersonRow {
  first_name: string | null
  last_name: string | null
}

export const fullName = ({
  firstName,
  lastName,
}: {
  firstName: string
  lastName: string
}): string => `${firstName} ${lastName}`.trim()

/**
 * Returns the name "Student" with the university. A student who took back an account from a stranger has this name
 * until they type in their own.
 */
export const unknownName = (email: string) => ({
  firstName: 'Student',
  lastName: findUniversity(email)?.shortName ?? campus.brand,
})

/** Returns the name as visitors read it, such as "Sofia R.". */
export const shortName = ({
  firstName,
  lastName: [initial],
}: {
  firstName: string
  lastName: string
}): string => (initial ? `${firstName} ${initial}.` : firstName).trim()

/** Returns the name that moderators see. They see no email addresses. */
export function personName({ first_name, last_name }: PersonRow): string {
  return first_name === null ? 'Deleted student' : `${first_name} ${last_name}`.trim()
}

type Addressed = Pick<User, 'id' | 'email'>

export interface Person extends Addressed {
  /** Whether nobody has proved that they read this mailbox. */
  isUnproven: boolean
}

/** Returns the person who sends a request. */
export const personOf = ({ id, email, confirmation }: RequestUser): Person => ({
  id,
  email,
  isUnproven: confirmation === 'required',
})

/** Returns the person who has an account. */
export const personOfAccount = (
  account: Addressed & Pick<ConfirmationState, 'mustConfirm' | 'confirmedAt'>,
): Person => ({ id: account.id, email: account.email, isUnproven: hasToConfirm(account) })

/**
 * Whether the two are one student. Plus addresses of a mailbox are one student once both are proven. Anyone can sign up
 * with "guess+x@…", and must not learn from our answers what "guess@…" has done here.
 */
export const isSamePerson = (a: Person, b: Person) =>
  a.id === b.id || (!a.isUnproven && !b.isUnproven && hasSameMailbox(a, b))

/**
 * Returns the key that counts emails and tries that anyone can cause for an address. All unproven plus addresses of a
 * mailbox share one counter, because anyone can invent more. Each proven address and the plain address have their own
 * counter, so that a stranger can neither use it up nor learn anything from it.
 */
export function countingKey({ email, isUnproven }: Pick<Person, 'email' | 'isUnproven'>): string {
  const address = email.toLowerCase()
  const mailbox = mailboxOf(address)
  return isUnproven && address !== mailbox ? `plus addresses of ${mailbox}` : address
}

/**
 * Compares unproven addresses too. Use it where nobody learns the result, or to keep moderators away from their own
 * cases.
 */
export const hasSameMailbox = (a: Addressed, b: Addressed) =>
  a.id === b.id || mailboxOf(a.email) === mailboxOf(b.email)

/** The role and the restrictions that moderators and operators gave an account. */
export interface Standing {
  role: UserRole
  /** The end of the suspension. It is in force until this time. */
  suspendedUntil: number | null
  /** When the account was closed, or null. */
  bannedAt: number | null
}
