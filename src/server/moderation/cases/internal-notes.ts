import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { InternalNote } from '#contract/teamwork.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { notesKeptMs, toIso } from '../../durations.ts'
import { type PersonRow, personName } from '../../students/person.ts'
import { isOfHeldStudent } from '../../students/restrictions/requests.ts'
import type { CaseKey } from './claims.ts'

const maxNotes = 100

interface NoteRow extends PersonRow {
  id: number
  author_id: number
  text: string
  created_at: number
  listing_id: number | null
  category: CategoryId | null
  title: string | null
}

/** Reads what moderators wrote about the student and about all their listings, the newest first. */
export async function readNotes(
  db: Db,
  studentId: number,
  viewerId: number,
): Promise<InternalNote[]> {
  const rows = await db.all<NoteRow>(sql`
    SELECT notes.id, notes.author_id, notes.text, notes.created_at, notes.listing_id,
      first_name, last_name, listings.category, listings.title
    FROM internal_notes AS notes
    LEFT JOIN users ON users.id = notes.author_id
    LEFT JOIN listings ON listings.id = notes.listing_id
    WHERE notes.student_id = ${studentId} ORDER BY notes.id DESC LIMIT ${maxNotes}`)
  return rows.map((row) => ({
    id: row.id,
    author: { id: row.author_id, name: personName(row) },
    text: row.text,
    createdAt: toIso(row.created_at),
    listing:
      row.listing_id === null
        ? null
        : { id: row.listing_id, category: row.category, title: row.title },
    isOwn: row.author_id === viewerId,
  }))
}

export async function insertNote(
  tx: Db,
  { studentId, listingId }: CaseKey,
  { authorId, text, now }: { authorId: number; text: string; now: number },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO internal_notes (student_id, listing_id, author_id, text, created_at)
    VALUES (${studentId}, ${listingId}, ${authorId}, ${text}, ${now})`)
}

/**
 * Deletes a note of its author. Returns the student whom it was about, or undefined if there is no such note. A note about a
 * student on hold stays.
 */
export function deleteNote(
  tx: Db,
  { id, authorId }: { id: number; authorId: number },
): Promise<{ student_id: number } | undefined> {
  return tx.get(sql`
    DELETE FROM internal_notes
    WHERE id = ${id} AND author_id = ${authorId} AND NOT ${isOfHeldStudent(sql`student_id`)}
    RETURNING student_id`)
}

/** Deletes notes as long after they were written as all texts about cases. Those about a student on hold stay. */
export async function deleteOldInternalNotes(db: Db, now: number) {
  const isOld = sql`created_at <= ${now - notesKeptMs}`
  const where = sql`${isOld} AND NOT ${isOfHeldStudent(sql`internal_notes.student_id`)}`
  await cleanUp(db, { table: 'internal_notes', primaryKey: ['id'], where })
}
