import type { PersonRow } from '../students/person.ts'

/** As the other student of a thread reads it. */
export const studentName = ({ first_name, last_name }: PersonRow): string =>
  first_name === null ? 'Deleted account' : `${first_name} ${last_name}`.trim()
