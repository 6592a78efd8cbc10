import sql from 'sql-template-tag'
import { formatCampusTime } from '#contract/campus-date.ts'
import type { Db } from '../database/database.ts'
import type { JobState } from './job-queries.ts'

interface KindSummary {
  kind: string
  state: JobState
  count: number
  next: number
  last: number | null
}

interface FailedJob {
  id: number
  kind: string
  attempts: number
  finished_at: number
  error: string
}

const maxFailed = 50

/** For operators: what waits, ran and failed, without payloads, which may name students. */
export async function buildJobReport(db: Db, now: number): Promise<string> {
  const summaries = await db.all<KindSummary>(sql`
    SELECT kind, state, count(*) AS count, min(run_at) AS next, max(finished_at) AS last
    FROM jobs GROUP BY kind, state ORDER BY kind, state`)
  const failed = await db.all<FailedJob>(sql`
    SELECT id, kind, attempts, finished_at, error FROM jobs WHERE state = 'failed'
    ORDER BY finished_at DESC, id DESC LIMIT ${maxFailed}`)
  if (summaries.length === 0) return 'There are no jobs.'
  return [
    ...summaries.map((summary) => describeSummary(summary, now)),
    ...(failed.length > 0 ? ['', 'Failed, newest first:', ...failed.map(describeFailure)] : []),
  ].join('\n')
}

function describeSummary({ kind, state, count, next, last }: KindSummary, now: number): string {
  const time = describeTime({ state, next, last }, now)
  return `${kind.padEnd(24)} ${state.padEnd(8)} ${String(count).padStart(6)}  ${time}`.trimEnd()
}

function describeTime(
  { state, next, last }: Pick<KindSummary, 'state' | 'next' | 'last'>,
  now: number,
) {
  if (state === 'waiting') return next <= now ? 'due' : `next ${formatCampusTime(next)}`
  return last === null ? '' : `last ${formatCampusTime(last)}`
}

const describeFailure = ({ id, kind, attempts, finished_at, error }: FailedJob) =>
  `${id}  ${kind}  ${formatCampusTime(finished_at)}  after ${attempts} tries: ${error}`
