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
