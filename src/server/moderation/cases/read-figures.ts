import type { Figures } from '#contract/moderation.ts'
import { figuresDays, logActions } from '#contract/moderation-rules.ts'
import { reportReasons } from '#contract/report-reasons.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, hourMs, toIsoOrNull } from '../../durations.ts'
import { personName } from '../../students/person.ts'
import { readWaiting } from '../waiting-queries.ts'
import {
  countActions,
  countAfterHiding,
  countAppeals,
  countReports,
  countStaffDecisions,
  findMiddleDurations,
} from './figures-queries.ts'

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
