import sql from 'sql-template-tag'
import { formatCampusTime } from '#format/campus-date.ts'
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
  state: JobState
  attempts: number
  run_at: number
  finished_at: number
  error: string
  is_erased: number
}

const maxFailed = 50

/** Shows operators which jobs wait, ran and failed. It leaves out payloads, which may name students. */
export async function buildJobReport(db: Db, now: number): Promise<string> {
  const summaries = await db.all<KindSummary>(sql`
    SELECT kind, state, count(*) AS count, min(run_at) AS next, max(finished_at) AS last
    FROM jobs GROUP BY kind, state ORDER BY kind, state`)
  if (summaries.length === 0) return 'There are no jobs.'
  const failed = await findFailed(db, 'failed')
  const failing = await findFailed(db, 'waiting')
  return [
    describeLine('Kind', 'State', 'Jobs', ''),
    ...summaries.map((summary) => describeSummary(summary, now)),
    ...section('Failed and tried again (npm run jobs -- retry tries them now):', failing),
    ...section('Failed for good (npm run jobs -- retry, or retry ID):', failed),
  ].join('\n')
}

function findFailed(db: Db, state: JobState): Promise<FailedJob[]> {
  return db.all<FailedJob>(sql`
    SELECT id, kind, state, attempts, run_at, finished_at, error,
      CASE payload WHEN 'null' THEN 1 ELSE 0 END AS is_erased
    FROM jobs WHERE state = ${state} AND error IS NOT NULL
    ORDER BY finished_at DESC, id DESC LIMIT ${maxFailed + 1}`)
}

function section(title: string, jobs: FailedJob[]): string[] {
  if (jobs.length === 0) return []
  const more = jobs.length > maxFailed ? [`These are the newest ${maxFailed}; there are more.`] : []
  return ['', title, ...jobs.slice(0, maxFailed).map(describeFailure), ...more]
}

const describeLine = (kind: string, state: string, count: string, time: string) =>
  `${kind.padEnd(24)} ${state.padEnd(8)} ${count.padStart(6)}  ${time}`.trimEnd()

function describeSummary({ kind, state, count, next, last }: KindSummary, now: number): string {
  const times = [
    ...(state === 'waiting' ? [next <= now ? 'due' : `next ${formatCampusTime(next)}`] : []),
    ...(last === null ? [] : [`last ${formatCampusTime(last)}`]),
  ]
  return describeLine(kind, state, String(count), times.join(', '))
}

function describeFailure({ id, kind, attempts, finished_at, error, ...job }: FailedJob): string {
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`
  const next = job.state === 'waiting' ? `, again ${formatCampusTime(job.run_at)}` : ''
  const erased = job.is_erased ? ', cannot be tried again' : ''
  const [reason] = error.split('\n', 1)
  return `${id}  ${kind}  ${formatCampusTime(finished_at)}  after ${tries}: ${reason}${next}${erased}`
}
