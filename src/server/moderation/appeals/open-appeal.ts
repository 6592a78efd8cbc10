import { randomBytes } from 'node:crypto'
import { appealDays } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { hashToken } from '../../students/sessions/session-token.ts'
import { insertAppeal } from './appeal-queries.ts'

/** Lets the student appeal against the decision. Returns the token of the mail's link, of which the hash is stored. */
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
