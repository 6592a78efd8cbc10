import type { StudentsQuery, StudentsResponse } from '#contract/moderation.ts'
import type { Db } from '../../database/database.ts'
import { findMailboxUsers } from '../../students/user-queries.ts'
import { presentStudent } from './present-student.ts'
import { countStudents, findStudents } from './student-queries.ts'

const maxStudents = 50

/** A search with one is for the accounts of its mailbox. */
const isAddress = (q: string): boolean => /^[^\s@]+@[^\s@]+$/.test(q)

/** What the log says of a search. It is in lower case, as addresses are. */
export const searchedText = ({ q, filter }: StudentsQuery): string =>
  (isAddress(q) || filter === 'all' ? q : `${q} (${filter})`).trim().toLowerCase()

interface ReadContext {
  viewerIds: readonly number[]
  /** Whether addresses are shown and found. */
  hasAddresses: boolean
  now: number
}

export async function readStudents(
  db: Db,
  query: StudentsQuery,
  { viewerIds, hasAddresses, now }: ReadContext,
): Promise<StudentsResponse> {
  const isByAddress = hasAddresses && isAddress(query.q)
  const ids = isByAddress ? await findMailboxUsers(db, query.q) : undefined
  const context = { viewerIds, ids, now }
  const rows = await findStudents(db, query, { limit: maxStudents, ...context })
  return {
    students: rows.map(({ openReports, actions, listings, ...account }) => ({
      ...presentStudent(account, now),
      ...(hasAddresses && { email: account.email }),
      openReports,
      actions,
      listings,
    })),
    total: await countStudents(db, query, context),
  }
}
