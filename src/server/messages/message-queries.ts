import sql, { empty } from 'sql-template-tag'
import { type StructuredMessage, structuredMessage } from '#contract/structured-messages.ts'
import type { Db } from '../database/database.ts'

export interface MessageRow {
  id: number
  client_id: string
  is_from_buyer: number
  body: string
  created_at: number
  /** The kind of a structured message, and its details as JSON. Both are null for a text message. */
  kind: string | null
  details: string | null
}

export const messageColumns = sql`
  messages.id, messages.client_id, messages.is_from_buyer, messages.body, messages.created_at,
  messages.kind, messages.details`

/** Returns the newest messages first. With a cursor, only messages before it. */
export function findMessages(
  db: Db,
  threadId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<MessageRow[]> {
  const isOlder = before === undefined ? empty : sql`AND id < ${before}`
  return db.all<MessageRow>(sql`
    SELECT ${messageColumns} FROM messages WHERE thread_id = ${threadId} ${isOlder}
    ORDER BY id DESC LIMIT ${limit}`)
}

interface MessageKey {
  threadId: number
  isFromBuyer: boolean
  clientId: string
}

/** Finds a message that was already sent with the same client id. */
export function findSentMessage(
  db: Db,
  { threadId, isFromBuyer, clientId }: MessageKey,
): Promise<MessageRow | undefined> {
  return db.get<MessageRow>(sql`
    SELECT ${messageColumns} FROM messages
    WHERE thread_id = ${threadId} AND is_from_buyer = ${Number(isFromBuyer)}
      AND client_id = ${clientId}`)
}

/** Call it in a transaction that has locked the thread. */
export async function insertMessage(
  tx: Db,
  message: MessageKey & {
    body: string
    structured?: StructuredMessage | undefined
    now: number
  },
): Promise<MessageRow> {
  const { threadId, isFromBuyer, clientId, body, structured, now } = message
  const { kind = null, ...details } = structured ?? {}
  const row = await tx.get<MessageRow>(sql`
    INSERT INTO messages (thread_id, is_from_buyer, client_id, body, created_at, kind, details)
    VALUES (${threadId}, ${Number(isFromBuyer)}, ${clientId}, ${body}, ${now}, ${kind},
      ${structured ? JSON.stringify(details) : null})
    RETURNING ${messageColumns}`)
  if (!row) throw new Error('The message was not written.')
  return row
}

/** Returns what a row says beyond its text. A kind that this version does not know reads as a text message. */
export function readStructured({ kind, details }: MessageRow): StructuredMessage | undefined {
  if (kind === null || details === null) return undefined
  return structuredMessage.safeParse({ ...JSON.parse(details), kind }).data
}
