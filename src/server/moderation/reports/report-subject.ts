import sql, { type Sql } from 'sql-template-tag'
import type { ListingKey } from '../../listings/listing-queries.ts'

/** What reports are about: a listing of the student, or the student. */
export interface ReportSubject {
  listing?: ListingKey
  studentId: number
  /** What a report of the student is about, up to a message. Decisions are on the student, and decide those of all threads. */
  thread?: { id: number; messageId: number }
}

/** Of `reports`: what one decision is about. */
export const isAbout = ({
  listing,
  studentId,
}: {
  listing?: Pick<ListingKey, 'id'>
  studentId: number
}): Sql =>
  listing ? sql`listing_id = ${listing.id}` : sql`student_id = ${studentId} AND listing_id IS NULL`
