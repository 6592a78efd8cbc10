import { mailboxOf } from '#campus.ts'
import type { User } from '#contract/accounts.ts'

/** Of a left join: null once the account is deleted. */
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

/** People are named, never addressed: moderators see no email. */
export function personName({ first_name, last_name }: PersonRow): string {
  return first_name === null ? 'Deleted student' : `${first_name} ${last_name}`.trim()
}

/** Plus addresses of one mailbox are one student. */
export const isSamePerson = (a: Pick<User, 'id' | 'email'>, b: Pick<User, 'id' | 'email'>) =>
  a.id === b.id || mailboxOf(a.email) === mailboxOf(b.email)
