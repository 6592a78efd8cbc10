import sql from 'sql-template-tag'
import type { AccountExport } from '#contract/account-export.ts'
import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { toIso } from '../durations.ts'
import { deleteOldAnswerNotes } from './answers/answer-queries.ts'

export const signalsData: RoomData = {
  tables: {
    signal_answers: {
      key: ['id'],
      hasGeneratedId: true,
      references: ['listings', 'moderation_log'],
    },
    price_groups: { notInBackups: 'a job counts them again' },
    // A count without them would put sales into other handfuls, whose figures could tell a single sale.
    counted_sales: { key: ['listing_id'], references: ['listings'] },
    // A job counts them again. Backups of older versions need them, because they say which sales were counted.
    sale_figures: { key: ['id'] },
  },
  async export(db, { id }) {
    return { signalAnswers: await exportSignalAnswers(db, id) }
  },
  expire: [deleteOldAnswerNotes],
}

type SignalAnswer = AccountExport['signalAnswers'][number]

async function exportSignalAnswers(db: Db, studentId: number): Promise<SignalAnswer[]> {
  const rows = await db.all<Omit<SignalAnswer, 'answeredAt'> & { answeredAt: number }>(sql`
    SELECT category, listing_id AS "listingId", sentence, note,
      signal_answers.created_at AS "answeredAt", decision
    FROM signal_answers JOIN listings ON listings.id = listing_id
    WHERE seller_id = ${studentId} ORDER BY signal_answers.id`)
  return rows.map((row) => ({ ...row, answeredAt: toIso(row.answeredAt) }))
}
