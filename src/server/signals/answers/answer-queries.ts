import sql from 'sql-template-tag'
import type { CaseSignalAnswer } from '#contract/signals.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { forKeyShare, isOneOf } from '../../database/sql-fragments.ts'
import { notesKeptMs } from '../../durations.ts'
import { isOfHeldStudent } from '../../students/restrictions/requests.ts'

export interface AnswerRow {
  id: number
  listing_id: number
  /** The id of the signal that the seller answers. */
  signal: string
  sentence: string
  note: string
  created_at: number
  /** The moderator's decision, or null while the answer waits for one. */
  decision: CaseSignalAnswer['decision']
  /** The log entry of the decision. */
  decision_id: number | null
}

/** Returns the answers to signals on these listings, oldest first. */
export async function findAnswers(db: Db, listingIds: readonly number[]): Promise<AnswerRow[]> {
  if (listingIds.length === 0) return []
  return db.all<AnswerRow>(sql`
    SELECT id, listing_id, signal, sentence, note, created_at, decision, decision_id
    FROM signal_answers WHERE ${isOneOf(db, sql`listing_id`, listingIds)} ORDER BY id`)
}

interface NewAnswer {
  listingId: number
  signal: string
  sentence: string
  note: string
  now: number
}

/**
 * Saves an answer and locks the listing against deletion. Returns false if the signal already has an answer: the first
 * stands.
 */
export async function insertAnswer(tx: Db, answer: NewAnswer): Promise<boolean> {
  const { listingId, signal, sentence, note, now } = answer
  const { changes } = await tx.run(sql`
    INSERT INTO signal_answers (listing_id, signal, sentence, note, created_at)
    SELECT id, ${signal}, ${sentence}, ${note}, ${now} FROM listings
    WHERE id = ${listingId} ${forKeyShare(tx)}
    ON CONFLICT (listing_id, signal) DO NOTHING`)
  return changes > 0
}

/** Deletes only the notes, except those of a student on hold. The answers and decisions stay with the listing. */
export async function deleteOldAnswerNotes(db: Db, now: number) {
  const where = sql`created_at <= ${now - notesKeptMs} AND note <> '' AND NOT EXISTS (
    SELECT 1 FROM listings WHERE listings.id = signal_answers.listing_id
      AND ${isOfHeldStudent(sql`listings.seller_id`)})`
  await cleanUp(db, { table: 'signal_answers', primaryKey: ['id'], where, set: sql`note = ''` })
}
