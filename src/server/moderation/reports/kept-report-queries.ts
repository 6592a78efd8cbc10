import sql, { join, type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import { keptReportDays } from '#contract/moderation-rules.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, notesKeptMs } from '../../durations.ts'
import { isOfHeldStudent } from '../../students/restrictions/requests.ts'
import { userHasToConfirm } from '../../students/user-queries.ts'
import { severeReasons } from './hide-rule.ts'
import { type DecidedReport, decidedColumns } from './report-decision-queries.ts'
import { isUnsettled } from './report-queries.ts'

const keptMs = keptReportDays * dayMs

/** A condition on `reports`: the report is open, and its reason is severe. */
const isOpenAndSevere = sql`(
  reports.state = 'open' AND reports.reason IN (${join([...severeReasons])}))`

export async function hasSevereReports(db: Db, studentId: number): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM reports WHERE student_id = ${studentId} AND ${isOpenAndSevere} LIMIT 1`)
  return row !== undefined
}

/**
 * Turns the open severe reports about these listings into reports about their student, and keeps the text of the
 * listings. Call it before the listings are deleted. `condition` is about `listings`.
 */
export async function moveReportsToStudent(tx: Db, condition: Sql, now: number): Promise<void> {
  await tx.run(sql`
    INSERT INTO deleted_listings
      (listing_id, category, title, price_cents, description, updated_at, deleted_at)
    SELECT id, category, title, price_cents, description, updated_at, ${now} FROM listings
    WHERE ${condition} AND EXISTS (
      SELECT 1 FROM reports WHERE reports.listing_id = listings.id AND ${isOpenAndSevere})`)
  await tx.run(sql`
    UPDATE reports SET listing_id = NULL, deleted_listing_id = listing_id
    WHERE ${isOpenAndSevere} AND listing_id IN (SELECT id FROM listings WHERE ${condition})`)
}

/** A condition on `reports`: the reporter has another open report about this student and the same thread or listing. */
const isReportedTwice = (studentId: number) => sql`EXISTS (
  SELECT 1 FROM reports AS other
  WHERE other.student_id = ${studentId} AND other.state = 'open' AND other.listing_id IS NULL
    AND other.id <> reports.id AND other.reporter_id = reports.reporter_id
    AND other.thread_id IS NOT DISTINCT FROM reports.thread_id
    AND other.deleted_listing_id IS NOT DISTINCT FROM reports.deleted_listing_id)`

/** Moves open severe reports to another account of the mailbox. */
export async function moveSevereReports(
  tx: Db,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx.run(sql`
    UPDATE reports SET student_id = ${to}
    WHERE student_id = ${from} AND ${isOpenAndSevere} AND NOT ${isReportedTwice(to)}`)
}

/** Closes open severe reports and stores the mailbox's hash with them, until someone signs up with the mailbox again. */
export function keepSevereReports(
  tx: Db,
  studentId: number,
  { hash, now }: { hash: string; now: number },
): Promise<DecidedReport[]> {
  return tx.all<DecidedReport>(sql`
    UPDATE reports SET state = 'closed', student_hash = ${hash}, decided_at = ${now}
    WHERE student_id = ${studentId} AND ${isOpenAndSevere}
    RETURNING ${decidedColumns}`)
}

/** Reopens the kept reports of a mailbox, for an account that has proved the mailbox or does not have to. */
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

/** Returns the last deleted listing first. */
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

/**
 * A condition on `deleted_listings`: no report needs the text, because all are decided and no appeal is possible or
 * waits.
 */
const isUnneeded = (now: number) => sql`NOT EXISTS (
  SELECT 1 FROM reports WHERE reports.deleted_listing_id = deleted_listings.listing_id
    AND (reports.student_hash IS NOT NULL OR ${isUnsettled(now)}))`

/**
 * Deletes the texts of the student's deleted listings, except those that are kept for the mailbox. Call it when the
 * account is deleted.
 */
export async function deleteDeletedListingsOf(tx: Db, studentId: number): Promise<void> {
  await tx.run(sql`
    DELETE FROM deleted_listings WHERE listing_id IN (
      SELECT deleted_listing_id FROM reports
      WHERE student_id = ${studentId} AND state <> 'open' AND student_hash IS NULL)`)
}

/**
 * Deletes the hash and text of expired reports, but keeps the reports as ids and codes. Also deletes listings' texts
 * that no report needs.
 */
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
    where: sql`(deleted_at <= ${now - notesKeptMs} OR ${isUnneeded(now)}) AND NOT EXISTS (
      SELECT 1 FROM reports WHERE reports.deleted_listing_id = deleted_listings.listing_id
        AND ${isOfHeldStudent(sql`reports.student_id`)})`,
  })
}
