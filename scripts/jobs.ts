import { readConfig } from '#server/config.ts'
import { isMissingTable } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { StartupError } from '#server/errors.ts'
import { retryFailedJobs } from '#server/jobs/job-queries.ts'
import { buildJobReport } from '#server/jobs/job-report.ts'
import { exitWithMessage } from './terminal.ts'

const usage = 'Try: npm run jobs, npm run jobs -- retry, npm run jobs -- retry ID'

try {
  const [command, id, ...rest] = process.argv.slice(2)
  const isRetry = command === 'retry' && (id === undefined || /^\d{1,15}$/.test(id))
  if (rest.length > 0 || (command !== undefined && !isRetry)) throw new StartupError(usage)
  const db = await openDatabase(readConfig(process.env))
  try {
    if (isRetry) {
      const count = await retryFailedJobs(db, Date.now(), id === undefined ? undefined : Number(id))
      console.log(count === 1 ? '1 job waits again.' : `${count} jobs wait again.`)
    }
    console.log(await buildJobReport(db, Date.now()))
  } catch (error) {
    if (isMissingTable(error)) throw new StartupError('There are no jobs yet: start Quad once.')
    throw error
  } finally {
    await db.close()
  }
} catch (error) {
  exitWithMessage(error)
}
