import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { dayMs, minuteMs } from '../durations.ts'

export interface Mail {
  kind: string
  to: string
  subject: string
  text: string
  html: string
}

export interface QueuedMail extends Mail {
  id: number
  attempts: number
}

interface MailRow {
  id: number
  kind: string
  to_address: string
  subject: string
  text_body: string
  html_body: string
  attempts: number
}

const claimMs = minuteMs

/** Call it in the transaction that causes the mail, and wake the sender after the commit. */
export async function enqueueMail(db: Db, mail: Mail & { expiresAt: number }, now: number) {
  const { kind, to, subject, text, html, expiresAt } = mail
  await db.run(sql`
    INSERT INTO outgoing_mail
      (kind, to_address, subject, text_body, html_body, created_at, expires_at, next_attempt_at)
    VALUES (${kind}, ${to}, ${subject}, ${text}, ${html}, ${now}, ${expiresAt}, ${now})`)
}

/** Claims one due mail; the conditional UPDATE gives it to one process only. */
export async function claimMail(db: Db, now: number): Promise<QueuedMail | undefined> {
  const due = await db.all<{ id: number }>(sql`
    SELECT id FROM outgoing_mail
    WHERE sent_at IS NULL AND claimed_until IS NULL AND next_attempt_at <= ${now} AND expires_at > ${now}
    ORDER BY next_attempt_at, id LIMIT 20`)
  for (const { id } of due) {
    const row = await db.get<MailRow>(sql`
      UPDATE outgoing_mail SET claimed_until = ${now + claimMs}, attempts = attempts + 1
      WHERE id = ${id} AND sent_at IS NULL AND claimed_until IS NULL
      RETURNING id, kind, to_address, subject, text_body, html_body, attempts`)
    if (row) return toQueuedMail(row)
  }
}

/** Erases the bodies, which hold reset links. False when the row was deleted with its account. */
export async function markMailSent(db: Db, id: number, now: number): Promise<boolean> {
  const { changes } = await db.run(sql`
    UPDATE outgoing_mail SET sent_at = ${now}, claimed_until = NULL, text_body = '', html_body = ''
    WHERE id = ${id}`)
  return changes > 0
}

/** Releases the claim of this attempt; `attempts` tells it from a later one by another process. */
export async function scheduleRetry(db: Db, { id, attempts }: QueuedMail, at: number) {
  await db.run(sql`
    UPDATE outgoing_mail SET claimed_until = NULL, next_attempt_at = ${at}
    WHERE id = ${id} AND attempts = ${attempts}`)
}

export async function deleteMail(db: Db, id: number) {
  await db.run(sql`DELETE FROM outgoing_mail WHERE id = ${id}`)
}

export async function deleteMailsTo(db: Db, address: string) {
  await db.run(sql`DELETE FROM outgoing_mail WHERE to_address = ${address}`)
}

/** Unsent mails that have not expired; a count that stays high means the mail server is down. */
export async function countPendingMails(db: Db, now: number): Promise<number> {
  const row = await db.get<{ pending: number }>(sql`
    SELECT count(*) AS pending FROM outgoing_mail WHERE sent_at IS NULL AND expires_at > ${now}`)
  return row?.pending ?? 0
}

/** Sent mails are kept for a week; expired mails and claims of a crashed process for a day. */
export async function deleteExpiredMails(db: Db, now: number) {
  await db.run(sql`
    DELETE FROM outgoing_mail
    WHERE sent_at <= ${now - 7 * dayMs}
      OR (sent_at IS NULL AND (expires_at <= ${now - dayMs} OR claimed_until <= ${now - dayMs}))`)
}

function toQueuedMail(row: MailRow): QueuedMail {
  return {
    id: row.id,
    kind: row.kind,
    to: row.to_address,
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    attempts: row.attempts,
  }
}
