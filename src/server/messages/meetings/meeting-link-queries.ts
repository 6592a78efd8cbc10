import sql, { join } from 'sql-template-tag'
import { meetingMs } from '#contract/meeting-rules.ts'
import type { PlaceKind } from '#contract/structured-messages.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { isOneOf } from '../../database/sql-fragments.ts'

interface NewLink {
  meetingId: number
  isBuyer: boolean
  tokenHash: string
  expiresAt: number
}

/** Stores a student's link. It replaces the one that the student had. */
export async function saveLink(tx: Db, link: NewLink): Promise<void> {
  const { meetingId, isBuyer, tokenHash, expiresAt } = link
  await tx.run(sql`
    INSERT INTO meeting_links (meeting_id, is_buyer, token_hash, expires_at)
    VALUES (${meetingId}, ${Number(isBuyer)}, ${tokenHash}, ${expiresAt})
    ON CONFLICT (meeting_id, is_buyer)
      DO UPDATE SET token_hash = ${tokenHash}, expires_at = ${expiresAt}`)
}

export async function deleteLink(tx: Db, meetingId: number, isBuyer: boolean): Promise<void> {
  await tx.run(sql`
    DELETE FROM meeting_links
    WHERE meeting_id = ${meetingId} AND is_buyer = ${Number(isBuyer)}`)
}

export async function deleteLinks(tx: Db, meetingIds: readonly number[]): Promise<void> {
  if (meetingIds.length === 0) return
  await tx.run(sql`DELETE FROM meeting_links WHERE meeting_id IN (${join([...meetingIds])})`)
}

/** Deletes the links of all meetings of these threads. The link of a meeting that is over works for some time. */
export async function deleteLinksIn(tx: Db, threadIds: readonly number[]): Promise<void> {
  await tx.run(sql`
    DELETE FROM meeting_links WHERE meeting_id IN (
      SELECT message_id FROM meetings WHERE ${isOneOf(tx, sql`thread_id`, threadIds)})`)
}

/** Whether the student has given away a link that still works. */
export async function hasLink(
  db: Db,
  { meetingId, isBuyer, now }: { meetingId: number; isBuyer: boolean; now: number },
): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM meeting_links
    WHERE meeting_id = ${meetingId} AND is_buyer = ${Number(isBuyer)} AND expires_at > ${now}`)
  return row !== undefined
}

export interface LinkedMeetingRow {
  place_kind: PlaceKind
  place: string
  starts_at: number
  first_name: string
}

/** Finds what a link shows: an agreed meeting of two students who both have an account. A next proposal ends no link. */
export function findLinkedMeeting(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<LinkedMeetingRow | undefined> {
  return db.get<LinkedMeetingRow>(sql`
    SELECT meetings.place_kind, meetings.place, meetings.starts_at, others.first_name
    FROM meeting_links
    JOIN meetings ON meetings.message_id = meeting_links.meeting_id
    JOIN thread_members AS own
      ON own.thread_id = meetings.thread_id AND own.is_buyer = meeting_links.is_buyer
    JOIN thread_members AS other
      ON other.thread_id = meetings.thread_id AND other.is_buyer = 1 - meeting_links.is_buyer
    JOIN users ON users.id = own.user_id
    JOIN users AS others ON others.id = other.user_id
    WHERE token_hash = ${tokenHash} AND meeting_links.expires_at > ${now}
      AND meetings.state IN ('agreed', 'over') AND meetings.starts_at + ${meetingMs} > ${now}
      AND users.banned_at IS NULL AND others.banned_at IS NULL`)
}

export const deleteExpiredLinks = (db: Db, now: number): Promise<void> =>
  cleanUp(db, {
    table: 'meeting_links',
    primaryKey: ['meeting_id', 'is_buyer'],
    where: sql`expires_at <= ${now}`,
  })
