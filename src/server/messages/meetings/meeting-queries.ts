import sql, { type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import {
  type MeetingOutcome,
  type MeetingPlace,
  type MeetingState,
  meetingMs,
  type NoShowView,
} from '#contract/meeting-rules.ts'
import type { PlaceKind, StructuredMessage } from '#contract/structured-messages.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { isOneOf } from '../../database/sql-fragments.ts'
import { type MessageRow, messageColumns, readStructured } from '../message-queries.ts'
import { deleteLinks } from './meeting-link-queries.ts'

export interface MeetingRow {
  /** The message with the first proposal. Its id is the meeting's id, too. */
  message_id: number
  thread_id: number
  state: MeetingState
  place_kind: PlaceKind | null
  place: string | null
  starts_at: number | null
  proposal_id: number | null
  proposal_until: number | null
  sequence: number
  buyer_here_at: number | null
  seller_here_at: number | null
  buyer_outcome: MeetingOutcome | null
  seller_outcome: MeetingOutcome | null
  buyer_view: NoShowView | null
  seller_view: NoShowView | null
  created_at: number
  changed_at: number
}

const columns = sql`
  meetings.message_id, meetings.thread_id, meetings.state, meetings.place_kind, meetings.place,
  meetings.starts_at, meetings.proposal_id, meetings.proposal_until, meetings.sequence,
  meetings.buyer_here_at, meetings.seller_here_at, meetings.buyer_outcome, meetings.seller_outcome,
  meetings.buyer_view, meetings.seller_view, meetings.created_at, meetings.changed_at`

/** Returns the newest meeting of a thread. An open or agreed one is always the newest. */
export function findLastMeeting(db: Db, threadId: number): Promise<MeetingRow | undefined> {
  return db.get<MeetingRow>(sql`
    SELECT ${columns} FROM meetings WHERE thread_id = ${threadId}
    ORDER BY message_id DESC LIMIT 1`)
}

/** Returns the last meeting before this one that is over, if it began after `since`. */
export function findMeetingBefore(
  db: Db,
  { thread_id, message_id }: MeetingRow,
  since: number,
): Promise<MeetingRow | undefined> {
  return db.get<MeetingRow>(sql`
    SELECT ${columns} FROM meetings
    WHERE thread_id = ${thread_id} AND message_id < ${message_id} AND state = 'over'
      AND starts_at > ${since}
    ORDER BY message_id DESC LIMIT 1`)
}

/** Finds a meeting of this thread. */
export function findMeeting(
  db: Db,
  { threadId, id }: { threadId: number; id: number },
): Promise<MeetingRow | undefined> {
  return db.get<MeetingRow>(sql`
    SELECT ${columns} FROM meetings WHERE message_id = ${id} AND thread_id = ${threadId}`)
}

/** What the two have agreed on, or undefined. */
export function agreedOf(meeting: MeetingRow): (MeetingPlace & { startsAt: number }) | undefined {
  const { place_kind, place, starts_at } = meeting
  if (place_kind === null || place === null || starts_at === null) return undefined
  return { place_kind, place, startsAt: starts_at }
}

export interface ProposalRow extends MeetingPlace {
  id: number
  is_from_buyer: number
  times: string[]
}

type ProposalDetails = Extract<StructuredMessage, { kind: 'meeting' }>

/** Reads the proposal that waits for an answer from its message. */
export async function findProposal(
  db: Db,
  { proposal_id }: Pick<MeetingRow, 'proposal_id'>,
): Promise<ProposalRow | undefined> {
  if (proposal_id === null) return undefined
  const row = await db.get<MessageRow>(sql`
    SELECT ${messageColumns} FROM messages WHERE id = ${proposal_id}`)
  const details = row && readStructured(row)
  if (!row || details?.kind !== 'meeting') return undefined
  const { place_kind, place, times } = details satisfies ProposalDetails
  return { id: row.id, is_from_buyer: row.is_from_buyer, place_kind, place, times }
}

interface NewProposal {
  /** The message with the proposal. */
  id: number
  /** The last proposed time. */
  until: number
  now: number
}

/** Call it in a transaction that has locked the thread. */
export async function insertMeeting(
  tx: Db,
  { threadId, id, until, now }: NewProposal & { threadId: number },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO meetings (message_id, thread_id, state, proposal_id, proposal_until, created_at,
      changed_at)
    VALUES (${id}, ${threadId}, 'open', ${id}, ${until}, ${now}, ${now})`)
}

/** Replaces the proposal that waits for an answer. */
export async function setProposal(
  tx: Db,
  meetingId: number,
  proposal: { id: number; until: number } | undefined,
): Promise<void> {
  await tx.run(sql`
    UPDATE meetings SET proposal_id = ${proposal?.id ?? null},
      proposal_until = ${proposal?.until ?? null}
    WHERE message_id = ${meetingId}`)
}

export interface AgreedMeeting extends MeetingPlace {
  startsAt: number
  remindAt: number | null
  askAt: number
  now: number
}

/** Writes down what the two have agreed on. A meeting that was agreed before gets a new number for calendars. */
export async function agreeMeeting(tx: Db, id: number, agreed: AgreedMeeting): Promise<void> {
  const { place_kind, place, startsAt, remindAt, askAt, now } = agreed
  await tx.run(sql`
    UPDATE meetings SET state = 'agreed', place_kind = ${place_kind}, place = ${place},
      starts_at = ${startsAt}, proposal_id = NULL, proposal_until = NULL, buyer_here_at = NULL,
      seller_here_at = NULL, remind_at = ${remindAt}, ask_at = ${askAt}, changed_at = ${now},
      sequence = CASE WHEN state = 'agreed' THEN sequence + 1 ELSE sequence END
    WHERE message_id = ${id}`)
  await tx.run(sql`
    UPDATE meeting_links SET expires_at = ${startsAt + meetingMs} WHERE meeting_id = ${id}`)
}

/** Ends a meeting, with its emails and links. A cancelled one gets a new number for calendars. */
export async function endMeeting(
  tx: Db,
  id: number,
  state: Exclude<MeetingState, 'open' | 'agreed' | 'over'>,
  now: number,
): Promise<void> {
  await tx.run(sql`
    UPDATE meetings SET state = ${state}, proposal_id = NULL, proposal_until = NULL,
      remind_at = NULL, ask_at = NULL, changed_at = ${now},
      sequence = sequence + ${Number(state === 'cancelled')}
    WHERE message_id = ${id}`)
  await deleteLinks(tx, [id])
}

/** Writes down that the last meeting of a thread is over, so that there can be another one. Its question stays. */
export async function endPastMeeting(tx: Db, id: number): Promise<void> {
  await tx.run(sql`
    UPDATE meetings SET state = CASE WHEN state = 'open' THEN 'ended' ELSE 'over' END,
      proposal_id = NULL, proposal_until = NULL
    WHERE message_id = ${id} AND state IN ('open', 'agreed')`)
}

const side = (isBuyer: boolean, name: 'here_at' | 'outcome' | 'view') =>
  ({
    here_at: isBuyer ? sql`buyer_here_at` : sql`seller_here_at`,
    outcome: isBuyer ? sql`buyer_outcome` : sql`seller_outcome`,
    view: isBuyer ? sql`buyer_view` : sql`seller_view`,
  })[name]

export async function setHere(tx: Db, id: number, isBuyer: boolean, now: number): Promise<void> {
  await tx.run(sql`
    UPDATE meetings SET ${side(isBuyer, 'here_at')} = ${now} WHERE message_id = ${id}`)
}

export async function setOutcome(
  tx: Db,
  id: number,
  isBuyer: boolean,
  outcome: MeetingOutcome,
): Promise<void> {
  await tx.run(sql`
    UPDATE meetings SET ${side(isBuyer, 'outcome')} = ${outcome} WHERE message_id = ${id}`)
}

export async function setView(
  tx: Db,
  id: number,
  isBuyer: boolean,
  view: NoShowView,
): Promise<void> {
  await tx.run(sql`
    UPDATE meetings SET ${side(isBuyer, 'view')} = ${view} WHERE message_id = ${id}`)
}

/** A meeting with what is needed to write into its thread. */
export interface LiveMeetingRow extends MeetingRow {
  category: CategoryId
  listing_id: number
  title: string
  expires_at: number
  buyer_id: number | null
  seller_id: number | null
}

/** Finds open and agreed meetings by a condition on `meetings`, `buyer` and `seller`, in the order of their threads. */
export function findLiveMeetings(db: Db, condition: Sql): Promise<LiveMeetingRow[]> {
  return findWithThreads(db, sql`meetings.state IN ('open', 'agreed') AND ${condition}`)
}

export function findWithThreads(db: Db, condition: Sql): Promise<LiveMeetingRow[]> {
  return db.all<LiveMeetingRow>(sql`
    SELECT ${columns}, threads.category, threads.listing_id, threads.title, threads.expires_at,
      buyer.user_id AS buyer_id, seller.user_id AS seller_id
    FROM meetings
    JOIN threads ON threads.id = meetings.thread_id
    JOIN thread_members AS buyer ON buyer.thread_id = threads.id AND buyer.is_buyer = 1
    JOIN thread_members AS seller ON seller.thread_id = threads.id AND seller.is_buyer = 0
    WHERE ${condition} ORDER BY meetings.thread_id`)
}

/** Ends what the clock has ended. Readers have seen it as ended since. */
export const endPastMeetings = (db: Db, now: number): Promise<void> =>
  cleanUp(db, {
    table: 'meetings',
    primaryKey: ['message_id'],
    where: sql`state = 'open' AND proposal_until <= ${now}`,
    set: sql`state = 'ended', proposal_id = NULL, proposal_until = NULL`,
    locksInOrder: true,
  })

/** Returns the meetings of these threads that were agreed, for exports. */
export function findAgreedMeetings(db: Db, threadIds: readonly number[]): Promise<MeetingRow[]> {
  return db.all<MeetingRow>(sql`
    SELECT ${columns} FROM meetings
    WHERE ${isOneOf(db, sql`thread_id`, threadIds)} AND starts_at IS NOT NULL ORDER BY message_id`)
}
