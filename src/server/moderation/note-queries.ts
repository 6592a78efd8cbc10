import sql from 'sql-template-tag'
import type { User } from '#contract/accounts.ts'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import { notesKeptMs } from '../durations.ts'
import { isInMailbox } from '../students/user-queries.ts'

/** The entries of the log stay, and the reports without their text and, once their reporters have left, without a trace of them. */
export async function deleteOldNotes(db: Db, now: number) {
  const before = now - notesKeptMs
  const isOld = sql`created_at <= ${before}`
  await cleanUp(db, { table: 'moderation_notes', primaryKey: ['log_id'], where: isOld })
  const reports = { table: 'reports', primaryKey: ['id'] }
  await cleanUp(db, { ...reports, where: sql`${isOld} AND note <> ''`, set: sql`note = ''` })
  await cleanUp(db, {
    ...reports,
    where: sql`${isOld} AND reporter_id IS NULL AND reporter_hash IS NOT NULL AND state <> 'open'`,
    set: sql`reporter_hash = NULL`,
  })
}

/**
 * Runs in the transaction that deletes an account. The log keeps the search, but neither the address nor the last name
 * that was searched.
 */
export async function deleteSearchesOf(
  tx: Db,
  { email, lastName }: Pick<User, 'email' | 'lastName'>,
): Promise<void> {
  const name = lastName.trim().toLowerCase()
  const containsName = name === '' ? sql`FALSE` : sql`replace(note, ${name}, '') <> note`
  await tx.run(sql`
    DELETE FROM moderation_notes
    WHERE log_id IN (SELECT id FROM moderation_log WHERE action = 'search_students')
      AND (${isInMailbox(tx, sql`note`, email)} OR ${containsName})`)
}
