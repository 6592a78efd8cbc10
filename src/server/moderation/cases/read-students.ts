import type { StudentsQuery, StudentsResponse } from '#contract/moderation.ts'
import type { Db } from '../../database/database.ts'
import { presentStudent } from './present-student.ts'
import { countStudents, findStudents } from './student-queries.ts'

const maxStudents = 50

export async function readStudents(
  db: Db,
  query: StudentsQuery,
  context: { viewerIds: readonly number[]; now: number },
): Promise<StudentsResponse> {
  const rows = await findStudents(db, query, { limit: maxStudents, ...context })
  return {
    students: rows.map(({ openReports, actions, listings, ...account }) => ({
      ...presentStudent(account, context.now),
      openReports,
      actions,
      listings,
    })),
    total: await countStudents(db, query, context),
  }
}
