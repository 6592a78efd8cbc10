import sql from 'sql-template-tag'
import { isInMailbox } from '../accounts/user-queries.ts'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'

/** 24 months: so long what people wrote about reports and decisions is kept. */
export const notesKeptMs = 730 * dayMs

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

/** Runs in the transaction that deletes an account. The log keeps the search, but not the address that was searched. */
export async function deleteSearchesOf(tx: Db, email: string): Promise<void> {
  await tx.run(sql`
    DELETE FROM moderation_notes
    WHERE log_id IN (SELECT id FROM moderation_log WHERE action = 'search_students')
      AND ${isInMailbox(tx, sql`note`, email)}`)
}
