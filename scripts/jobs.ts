import type { Db } from '#server/database/database.ts'
import { StartupError } from '#server/errors.ts'
import { retryFailedJobs } from '#server/jobs/job-queries.ts'
import { buildJobReport } from '#server/jobs/job-report.ts'
import { openSite } from './site/open-site.ts'
import { exitWithMessage, formatCount } from './site/terminal.ts'

const usage = 'Try: npm run jobs, npm run jobs -- retry, npm run jobs -- retry ID'

try {
  const [command, id, ...rest] = process.argv.slice(2)
  const isRetry = command === 'retry' && (id === undefined || /^\d{1,15}$/.test(id))
  if (rest.length > 0 || (command !== undefined && !isRetry)) throw new StartupError(usage)
  const { db } = await openSite()
  try {
    if (isRetry) console.log(`${await retry(db, id)}\n`)
    console.log(await buildJobReport(db, Date.now()))
  } finally {
    await db.close()
  }
} catch (error) {
  exitWithMessage(error)
}

/** Makes failed jobs due now. A running server tries them within a second. */
async function retry(db: Db, id?: string): Promise<string> {
  if (id === undefined) {
    return `Due now: ${formatCount(await retryFailedJobs(db, Date.now()), 'job')}.`
  }
  const count = await retryFailedJobs(db, Date.now(), Number(id))
  if (count === 0) throw new StartupError(`No failed job ${id} can be tried again.`)
  return `Job ${id} is due now.`
}
