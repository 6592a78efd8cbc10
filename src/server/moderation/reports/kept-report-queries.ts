import sql, { join, type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import { keptReportDays } from '#contract/moderation-rules.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, notesKeptMs } from '../../durations.ts'
import { userHasToConfirm } from '../../students/user-queries.ts'
import { graveReasons } from './hide-rule.ts'
import { type DecidedReport, decidedColumns } from './report-decision-queries.ts'
import { isUnsettled } from './report-queries.ts'

const keptMs = keptReportDays * dayMs

/** A condition on `reports`. */
const isOpenAndGrave = sql`(
  reports.state = 'open' AND reports.reason IN (${join([...graveReasons])}))`

export async function hasGraveReports(db: Db, studentId: number): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM reports WHERE student_id = ${studentId} AND ${isOpenAndGrave} LIMIT 1`)
  return row !== undefined
}

/**
 * Makes the open grave reports about these listings reports about their student, and keeps the listings' text. Call it
 * before the listings are deleted. `condition` is about `listings`.
 */
export async function moveReportsToStudent(tx: Db, condition: Sql, now: number): Promise<void> {
  await tx.run(sql`
    INSERT INTO deleted_listings
      (listing_id, category, title, price_cents, description, updated_at, deleted_at)
    SELECT id, category, title, price_cents, description, updated_at, ${now} FROM listings
    WHERE ${condition} AND EXISTS (
      SELECT 1 FROM reports WHERE reports.listing_id = listings.id AND ${isOpenAndGrave})`)
  await tx.run(sql`
    UPDATE reports SET listing_id = NULL, deleted_listing_id = listing_id
    WHERE ${isOpenAndGrave} AND listing_id IN (SELECT id FROM listings WHERE ${condition})`)
}

/** A condition on `reports`: the reporter already has an open report about the same thing and student. */
const isReportedTwice = (studentId: number) => sql`EXISTS (
  SELECT 1 FROM reports AS other
  WHERE other.student_id = ${studentId} AND other.state = 'open' AND other.listing_id IS NULL
    AND other.id <> reports.id AND other.reporter_id = reports.reporter_id
    AND other.thread_id IS NOT DISTINCT FROM reports.thread_id
    AND other.deleted_listing_id IS NOT DISTINCT FROM reports.deleted_listing_id)`

/** Moves grave reports to another account of the mailbox. */
export async function moveGraveReports(
  tx: Db,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx.run(sql`
    UPDATE reports SET student_id = ${to}
    WHERE student_id = ${from} AND ${isOpenAndGrave} AND NOT ${isReportedTwice(to)}`)
}

/** Closes them under the mailbox's hash, until the mailbox signs up again. */
export function keepGraveReports(
  tx: Db,
  studentId: number,
  { hash, now }: { hash: string; now: number },
): Promise<DecidedReport[]> {
  return tx.all<DecidedReport>(sql`
    UPDATE reports SET state = 'closed', student_hash = ${hash}, decided_at = ${now}
    WHERE student_id = ${studentId} AND ${isOpenAndGrave}
    RETURNING ${decidedColumns}`)
}

/** Reopens the kept reports of a mailbox, for an account that has proved it or does not have to. */
export async function returnKeptReports(
  tx: Db,
  { id: studentId, mailboxHash: hash, now }: { id: number; mailboxHash: string; now: number },
): Promise<void> {
  await tx.run(sql`
    UPDATE reports SET state = 'open', student_id = ${studentId}, student_hash = NULL,
      decided_at = NULL
    WHERE student_hash = ${hash} AND decided_at > ${now - keptMs}
      AND NOT ${isReportedTwice(studentId)} AND EXISTS (
        SELECT 1 FROM users WHERE users.id = ${studentId} AND NOT (${userHasToConfirm}))`)
}

interface DeletedListingRow {
  listing_id: number
  category: CategoryId
  title: string
  price_cents: number
  description: string
  updated_at: number
  deleted_at: number
}

/** Returns the last deleted first. */
export async function findDeletedListings(
  db: Db,
  ids: readonly number[],
): Promise<DeletedListingRow[]> {
  if (ids.length === 0) return []
  return db.all<DeletedListingRow>(sql`
    SELECT listing_id, category, title, price_cents, description, updated_at, deleted_at
    FROM deleted_listings WHERE listing_id IN (${join([...ids])})
    ORDER BY deleted_at DESC, listing_id DESC`)
}

/** No report needs the text any more: all are decided, and no appeal is possible or waiting. */
const isUnneeded = (now: number) => sql`NOT EXISTS (
  SELECT 1 FROM reports WHERE reports.deleted_listing_id = deleted_listings.listing_id
    AND (reports.student_hash IS NOT NULL OR ${isUnsettled(now)}))`

/** Deletes the texts that are not kept for the mailbox, together with the account. */
export async function deleteDeletedListingsOf(tx: Db, studentId: number): Promise<void> {
  await tx.run(sql`
    DELETE FROM deleted_listings WHERE listing_id IN (
      SELECT deleted_listing_id FROM reports
      WHERE student_id = ${studentId} AND state <> 'open' AND student_hash IS NULL)`)
}

/** The reports stay, as ids and codes. */
export async function deleteExpiredKeptReports(db: Db, now: number): Promise<void> {
  await cleanUp(db, {
    table: 'reports',
    primaryKey: ['id'],
    where: sql`student_hash IS NOT NULL AND decided_at <= ${now - keptMs}`,
    set: sql`student_hash = NULL, note = ''`,
  })
  await cleanUp(db, {
    table: 'deleted_listings',
    primaryKey: ['listing_id'],
    where: sql`deleted_at <= ${now - notesKeptMs} OR ${isUnneeded(now)}`,
  })
}
