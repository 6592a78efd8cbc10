import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import { type AnswerDecision, answerDecisionBody } from '#contract/signals.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { parseBody } from '../../http/parse-body.ts'
import { fullName } from '../../students/person.ts'
import { releaseCase } from '../cases/claims.ts'
import { whyOwn } from '../decision-rules.ts'
import { tellStudent } from '../mails/decision-mail.ts'
import { findLogEntries, writeLog } from '../moderation-log.ts'
import {
  conflict,
  type DecisionContext,
  type DecisionResult,
  lockListing,
  throwIf,
} from './decision-context.ts'

/** Decides on a seller's answer that a signal is wrong: the signal is hidden, or it stays. */
export async function decideSignalAnswer(
  tx: Db,
  id: number,
  body: unknown,
  context: DecisionContext,
): Promise<DecisionResult> {
  const { actor, appUrl, now } = context
  const { category, listingId } = await requireAnswer(tx, id)
  // The lock also bumps the version of the category, because cached pages show the signal.
  const { student } = await lockListing(tx, { category, id: listingId }, now)
  throwIf('forbidden', whyOwn(actor, student))
  const { decision, note } = parseBody(answerDecisionBody, body)
  // The answer is read again, because another moderator may have decided before this call took the locks.
  const { sentence, decisionId } = await requireAnswer(tx, id)
  if (decisionId !== null) {
    const [entry] = await findLogEntries(tx, sql`log.id = ${decisionId}`, 1)
    if (entry) throw conflict({ listingId }, entry, context)
  }
  const entry = {
    action: decision === 'hidden' ? ('hide_signal' as const) : ('keep_signal' as const),
    studentId: student.id,
    listing: { category, id: listingId },
    note,
  }
  const logId = await writeLog(tx, { ...entry, actorId: actor.id }, now)
  await saveSignalDecision(tx, id, { decision, decisionId: logId })
  await releaseCase(tx, { studentId: student.id, listingId })
  await tellStudent(tx, { appUrl }, { ...entry, logId, sentence }, now)
  return { id: logId, message: `${results[decision]} We've told ${fullName(student)}.` }
}

const results = { hidden: 'The signal is hidden.', kept: 'The signal stays.' }

async function requireAnswer(tx: Db, id: number) {
  const answer = await findSignalAnswer(tx, id)
  if (!answer) throw new AppError('not_found', 'Answer not found.')
  return answer
}

/** Finds a seller's answer to a signal, with the listing that shows the signal. */
function findSignalAnswer(
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

async function saveSignalDecision(
  tx: Db,
  id: number,
  { decision, decisionId }: { decision: AnswerDecision['decision']; decisionId: number },
) {
  await tx.run(sql`
    UPDATE signal_answers SET decision = ${decision}, decision_id = ${decisionId}
    WHERE id = ${id}`)
}

/** Reopens the answer that this decision was about. Returns undefined if the decision was not about an answer. */
export function reopenSignalAnswer(
  tx: Db,
  decisionId: number,
): Promise<{ sentence: string } | undefined> {
  return tx.get(sql`
    UPDATE signal_answers SET decision = NULL, decision_id = NULL
    WHERE decision_id = ${decisionId} RETURNING sentence`)
}
