import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { AnswerDecision } from '#contract/signals.ts'
import type { Db } from '../database/database.ts'

/** What a seller says of a signal, with the listing that it is on. */
export function findSignalAnswer(
  db: Db,
  id: number,
): Promise<
  | { category: CategoryId; listingId: number; sentence: string; decisionId: number | null }
  | undefined
> {
  return db.get(sql`
    SELECT category, listing_id AS "listingId", sentence, decision_id AS "decisionId"
    FROM signal_answers JOIN listings ON listings.id = listing_id
    WHERE signal_answers.id = ${id}`)
}

export async function saveSignalDecision(
  tx: Db,
  id: number,
  { decision, decisionId }: { decision: AnswerDecision['decision']; decisionId: number },
) {
  await tx.run(sql`
    UPDATE signal_answers SET decision = ${decision}, decision_id = ${decisionId}
    WHERE id = ${id}`)
}

/** The one that this entry of the log decided, if it decided one: it waits again. */
export function reopenSignalAnswer(
  tx: Db,
  decisionId: number,
): Promise<{ sentence: string } | undefined> {
  return tx.get(sql`
    UPDATE signal_answers SET decision = NULL, decision_id = NULL
    WHERE decision_id = ${decisionId} RETURNING sentence`)
}
