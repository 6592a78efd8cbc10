import { parseArgs } from 'node:util'
import { StartupError } from '#server/errors.ts'
import { buildVisitReport, visitRetentionDays } from '#server/visits/visit-queries.ts'
import { openSite } from './site/open-site.ts'
import { exitWithMessage } from './site/terminal.ts'

try {
  const days = parseDays()
  const { db } = await openSite()
  const report = await buildVisitReport(db, { days, now: Date.now() })
  await db.close()
  console.log(report)
} catch (error) {
  exitWithMessage(error)
}

function parseDays(): number {
  try {
    const { values } = parseArgs({ options: { days: { type: 'string', default: '7' } } })
    const days = Number(values.days)
    if (Number.isInteger(days) && days >= 1 && days <= visitRetentionDays) return days
  } catch {
    // The message below says which values are allowed.
  }
  throw new StartupError(
    `Give a number of days from 1 to ${visitRetentionDays}: npm run visits -- --days 7`,
  )
}
