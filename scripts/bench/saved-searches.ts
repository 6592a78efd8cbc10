import { monitorEventLoopDelay } from 'node:perf_hooks'
import sql from 'sql-template-tag'
import { nextCampusHour } from '#contract/campus-date.ts'
import { dailyMailHour } from '#contract/saved-rules.ts'
import type { Db } from '#server/database/database.ts'
import { findMatchedStudents } from '#server/saved/mails/find-matched-students.ts'
import { readNewListings } from '#server/saved/mails/new-listings.ts'
import { savedMailsDaily } from '#server/saved/mails/saved-mail-jobs.ts'
import { seedListings } from '../seed-listings.ts'
import type { BenchContext } from './bench-context.ts'
import { openEmptyDatabases } from './empty-databases.ts'
import { formatMarkdownTable } from './markdown-table.ts'
import { formatVerdict } from './result-tables.ts'
import { insertSearches } from './saved-search-rows.ts'
import { timeWork } from './time-work.ts'

const newListings = 500
const oldListings = 20_000
const maxSeconds = 10

/** A day's new listings against the searches of a whole campus. */
export async function benchSavedSearches(bench: BenchContext): Promise<string> {
  const counts = { students: bench.quick ? 1_000 : 10_000, searchesOfStudent: 5 }
  const rows: string[][] = []
  for (const [engine, db] of await openEmptyDatabases(bench)) {
    bench.log(`${engine}…`)
    await seedListings(db, { listings: bench.quick ? 1_000 : oldListings, ended: 0 })
    await insertSearches(db, counts)
    await seedListings(db, { listings: newListings, seed: 2, ended: 0 })
    rows.push([engine, ...(await measure(db))])
  }
  const columns = [
    ...['matched in', 'CPU', 'bar', ''],
    ...['students told', 'all written in', 'longest delay'],
  ]
  const searches = counts.students * counts.searchesOfStudent
  return `${formatMarkdownTable(['', ...columns], rows)}

${newListings} new listings against ${searches.toLocaleString('en-CA')} saved searches of ${counts.students.toLocaleString('en-CA')} students. One process does one thing after the other: the time is
that of one core, with the database's, and CPU what of it is the process's own. Then follows a transaction for each student who is told. The delay is that
of the event loop in both.`
}

async function measure(db: Db): Promise<string[]> {
  const now = nextCampusHour(Date.now(), dailyMailHour)
  const { signal } = new AbortController()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const matching = await timeWork(async () => {
    const unseen = await readNewListings(db, 'daily', now)
    return findMatchedStudents(db, 'daily', unseen, signal)
  })
  const job = { id: 1, cause: '', payload: {}, attempts: 1, createdAt: now, db, now: () => now }
  const writing = await timeWork(() =>
    savedMailsDaily({ verifyEmail: false }).run({ ...job, signal }),
  )
  delay.disable()
  const told = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM jobs WHERE kind = 'saved-mail'`)
  return [
    `${matching.elapsed.toFixed(1)} s`,
    `${matching.cpu.toFixed(1)} s`,
    `≤ ${maxSeconds} s`,
    formatVerdict(matching.elapsed <= maxSeconds),
    (told?.count ?? 0).toLocaleString('en-CA'),
    `${writing.elapsed.toFixed(1)} s`,
    `${Math.round(delay.max / 1e6)} ms`,
  ]
}
