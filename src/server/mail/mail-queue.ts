import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'

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

const day = 24 * 60 * 60_000
const claimMs = 60_000

/** Call it in the transaction that gives the reason for the mail, and nudge the sender after it. */
export async function enqueueMail(db: Db, mail: Mail & { expiresAt: number }, now: number) {
  const { kind, to, subject, text, html, expiresAt } = mail
  await db.run(sql`
    INSERT INTO outgoing_mail
      (kind, to_address, subject, text_body, html_body, created_at, expires_at, next_attempt_at)
    VALUES (${kind}, ${to}, ${subject}, ${text}, ${html}, ${now}, ${expiresAt}, ${now})`)
}

/** Takes one mail that is due; of several processes, one gets it. */
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
    if (row) return toMail(row)
  }
}

/** The bodies go: they hold links that open accounts. False when the mail itself has gone, with its student. */
export async function markSent(db: Db, id: number, now: number): Promise<boolean> {
  const { changes } = await db.run(sql`
    UPDATE outgoing_mail SET sent_at = ${now}, claimed_until = NULL, text_body = '', html_body = ''
    WHERE id = ${id}`)
  return changes > 0
}

export async function retryLater(db: Db, id: number, at: number) {
  await db.run(sql`
    UPDATE outgoing_mail SET claimed_until = NULL, next_attempt_at = ${at} WHERE id = ${id}`)
}

export async function dropMail(db: Db, id: number) {
  await db.run(sql`DELETE FROM outgoing_mail WHERE id = ${id}`)
}

export async function deleteMailTo(db: Db, address: string) {
  await db.run(sql`DELETE FROM outgoing_mail WHERE to_address = ${address}`)
}

/** Mails that could go out now; many of them, or for long, mean that the mail server is down. */
export async function countWaitingMail(db: Db, now: number): Promise<number> {
  const row = await db.get<{ waiting: number }>(sql`
    SELECT count(*) AS waiting FROM outgoing_mail WHERE sent_at IS NULL AND expires_at > ${now}`)
  return row?.waiting ?? 0
}

/** Sent mail is remembered for a week; expired mail and claims of a process that died go at once. */
export async function sweepMail(db: Db, now: number) {
  await db.run(sql`
    DELETE FROM outgoing_mail
    WHERE sent_at <= ${now - 7 * day}
      OR (sent_at IS NULL AND (expires_at <= ${now - day} OR claimed_until <= ${now - day}))`)
}

function toMail(row: MailRow): QueuedMail {
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
