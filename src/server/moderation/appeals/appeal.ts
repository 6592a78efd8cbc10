import { randomBytes } from 'node:crypto'
import { campus } from '#campus/campus.ts'
import type { Appeal } from '#contract/appeals.ts'
import { appealDays } from '#contract/moderation-rules.ts'
import { formatDate } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, toIso, toIsoOrNull } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import { hashToken } from '../../students/sessions/session-token.ts'
import { lockUser } from '../../students/user-queries.ts'
import { writeLog } from '../moderation-log.ts'
import {
  type AppealWithDecision,
  findAppeal,
  insertAppeal,
  saveAppealText,
} from './appeal-queries.ts'

/** Reads the appeal that an email links to. It changes nothing, because mail scanners open links. */
export async function readAppeal(db: Db, token: string, now: number): Promise<Appeal> {
  const row = await requireAppeal(db, token)
  const { action, reason, note, days, listingTitle, answer, decidedAt, expiresAt } = row
  return {
    action,
    reason,
    note,
    days,
    listingTitle,
    answer,
    decidedAt: toIso(decidedAt),
    expiresAt: toIso(expiresAt),
    state: stateOf(row, now),
    appealedAt: toIsoOrNull(row.appealedAt),
  }
}

/** Call it in a transaction. Returns false if the student has already appealed, or if the decision was undone. */
export async function sendAppeal(
  tx: Db,
  { token, text }: { token: string; text: string },
  now: number,
): Promise<boolean> {
  // The appeal is read again after the lock. An undo locks the student too, so it is either visible now or has to wait.
  await lockUser(tx, (await requireAppeal(tx, token)).studentId)
  const appeal = await requireAppeal(tx, token)
  const state = stateOf(appeal, now)
  if (state === 'expired') throw tooLate(appeal)
  if (state !== 'open' || !(await saveAppealText(tx, hashToken(token), { text, now }))) return false
  const { studentId, listing } = appeal
  await writeLog(tx, { action: 'appeal', actorId: studentId, studentId, listing }, now)
  return true
}

function stateOf(appeal: AppealWithDecision, now: number): Appeal['state'] {
  const { decision, isUndone, appealedAt, expiresAt } = appeal
  if (isUndone) return 'reversed'
  if (decision) return decision
  if (appealedAt !== null) return 'waiting'
  return now < expiresAt ? 'open' : 'expired'
}

async function requireAppeal(db: Db, token: string): Promise<AppealWithDecision> {
  const appeal = await findAppeal(db, hashToken(token))
  if (appeal) return appeal
  throw new AppError('not_found', "This link doesn't work any more.")
}

const tooLate = ({ expiresAt }: AppealWithDecision) =>
  new AppError(
    'gone',
    `The time to appeal ended on ${formatDate(expiresAt)}. Questions? Write to ${campus.contactEmail}.`,
  )

/** Lets the student appeal against the decision. Returns the token for the link in the email. Only its hash is stored. */
export async function openAppeal(
  tx: Db,
  { logId, studentId }: { logId: number; studentId: number },
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = now + appealDays * dayMs
  await insertAppeal(tx, { logId, studentId, tokenHash: hashToken(token), expiresAt })
  return token
}
