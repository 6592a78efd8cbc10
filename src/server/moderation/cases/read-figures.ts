import sql, { join } from 'sql-template-tag'
import type { Figures } from '#contract/moderation.ts'
import {
  decisions,
  figuresDays,
  type LogAction,
  logActions,
  signalActions,
  type UserRole,
} from '#contract/moderation-rules.ts'
import { type ReportReason, reportReasons } from '#contract/report-reasons.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, hourMs, toIsoOrNull } from '../../durations.ts'
import { type PersonRow, personName } from '../../students/person.ts'
import { isJudged } from '../reports/report-queries.ts'
import { readWaiting } from '../waiting.ts'

export async function readFigures(db: Db, now: number): Promise<Figures> {
  const since = now - figuresDays * dayMs
  const { oldest, ...waiting } = await readWaiting(db)
  const reports = await countReports(db, since)
  const actions = await countActions(db, since)
  const hidden = await countAfterHiding(db, since)
  const staff = await countStaffDecisions(db, since)
  const hiddenThen = (next: string) => sum(hidden.filter((row) => row.next === next))
  return {
    waiting: { ...waiting, oldest: toIsoOrNull(oldest) },
    reports: {
      total: sum(reports),
      upheld: sum(reports.filter(({ outcome }) => outcome === 'upheld')),
      rejected: sum(reports.filter(({ outcome }) => outcome === 'rejected')),
      byReason: reportReasons
        .map((reason) => ({ reason, count: sum(reports.filter((row) => row.reason === reason)) }))
        .filter(({ count }) => count > 0),
    },
    medianHoursToDecision: median(await findMiddleDurations(db, since)),
    actions: logActions.flatMap((action) => actions.filter((row) => row.action === action)),
    appeals: await countAppeals(db, since),
    autoHidden: {
      total: sum(hidden),
      kept: hiddenThen('keep'),
      removed: hiddenThen('remove'),
      untouched: hiddenThen('show'),
    },
    staff: staff.map((row) => ({
      id: row.id,
      name: personName(row),
      role: row.role,
      decisions: row.decisions,
    })),
  }
}

const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)

function median(middle: { duration: number }[]): number | null {
  if (middle.length === 0) return null
  const total = middle.reduce((sofar, { duration }) => sofar + duration, 0)
  return total / middle.length / hourMs
}

interface ReportCount {
  reason: ReportReason
  /** The outcome, or null if no moderator has decided yet. */
  outcome: 'upheld' | 'rejected' | null
  count: number
}

/** Counts the reports written since this time. */
function countReports(db: Db, since: number): Promise<ReportCount[]> {
  return db.all<ReportCount>(sql`
    SELECT reason, CASE WHEN ${isJudged} THEN state END AS outcome, COUNT(*) AS count
    FROM reports WHERE created_at >= ${since} GROUP BY reason, outcome`)
}

/**
 * Returns the durations for a median: how long moderators took for reports written since this time, the middle one or
 * two.
 */
function findMiddleDurations(db: Db, since: number): Promise<{ duration: number }[]> {
  return db.all<{ duration: number }>(sql`
    WITH decided AS (
      SELECT decided_at - created_at AS duration,
        ROW_NUMBER() OVER (ORDER BY decided_at - created_at) AS place, COUNT(*) OVER () AS total
      FROM reports WHERE created_at >= ${since} AND ${isJudged})
    SELECT duration FROM decided WHERE 2 * place BETWEEN total AND total + 2`)
}

/** As an expression, the action keeps SQLite from reading the whole log by its actions instead of the last days by time. */
function countActions(db: Db, since: number): Promise<{ action: LogAction; count: number }[]> {
  return db.all<{ action: LogAction; count: number }>(sql`
    SELECT action || '' AS action, COUNT(*) AS count FROM moderation_log
    WHERE created_at >= ${since} GROUP BY 1`)
}

async function countAppeals(db: Db, since: number): Promise<{ total: number; reversed: number }> {
  const row = await db.get<{ total: number; reversed: number }>(sql`
    SELECT COUNT(*) AS total,
      COALESCE(SUM(CASE WHEN decision = 'reversed' THEN 1 ELSE 0 END), 0) AS reversed
    FROM appeals WHERE created_at >= ${since}`)
  return row ?? { total: 0, reversed: 0 }
}

/**
 * For the listings that reports have hidden since this time, counts what happened next. `next` is null if nothing has. IS
 * TRUE keeps SQLite from reading all hidings ever by the index on actions.
 */
function countAfterHiding(
  db: Db,
  since: number,
): Promise<{ next: LogAction | null; count: number }[]> {
  return db.all<{ next: LogAction | null; count: number }>(sql`
    SELECT next, COUNT(*) AS count FROM (
      SELECT (
        SELECT later.action FROM moderation_log AS later
        WHERE later.listing_id = hidden.listing_id AND later.id > hidden.id
          AND later.action IN ('keep', 'ask_to_edit', 'remove', 'show')
        ORDER BY later.id LIMIT 1) AS next
      FROM moderation_log AS hidden
      WHERE (hidden.action = 'hide') IS TRUE AND hidden.created_at >= ${since}
    ) AS hidings GROUP BY next`)
}

interface StaffDecisions extends PersonRow {
  id: number
  role: UserRole
  decisions: number
}

/** The actions that decide on reports, signals, earlier decisions and appeals. */
const decided: readonly LogAction[] = [...decisions, ...signalActions, 'undo', 'reject_appeal']

function countStaffDecisions(db: Db, since: number): Promise<StaffDecisions[]> {
  return db.all<StaffDecisions>(sql`
    SELECT id, first_name, last_name, role, (
      SELECT COUNT(*) FROM moderation_log
      WHERE actor_id = users.id AND action IN (${join([...decided])}) AND created_at >= ${since}
    ) AS decisions
    FROM users WHERE role <> 'student' ORDER BY role, first_name, last_name, id`)
}
