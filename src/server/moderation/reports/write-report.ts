import { mailboxOf } from '#campus.ts'
import { maxReportsPerDay } from '#contract/report-reasons.ts'
import type { ReportInput } from '#contract/reports.ts'
import { lockKey } from '../../database/advisory-lock.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import type { RateLimiter, RateLimitRule } from '../../limits/rate-limit.ts'
import type { Account } from '../../students/user-queries.ts'
import {
  countDecided,
  findOpenReport,
  hasHadSay,
  insertReport,
  replaceReport,
} from './report-queries.ts'
import type { ReportSubject } from './report-subject.ts'
import { halfWeightOf, isEstablished } from './report-weight.ts'

const newReports: RateLimitRule = {
  name: 'reports',
  max: maxReportsPerDay,
  windowMs: dayMs,
  message: `You can report ${maxReportsPerDay} things a day. Report the rest tomorrow.`,
}

/** Replacing one's own report is free, but each is work for the server. */
const replacements: RateLimitRule = {
  name: 'changed reports',
  max: 5 * maxReportsPerDay,
  windowMs: dayMs,
  message: "You've changed your reports too often today. Please try again tomorrow.",
}

interface NewReport {
  reporter: Account
  /** Of the reporter's mailbox. */
  reporterHash: string
  subject: ReportSubject
  input: ReportInput
  now: number
}

/** In a transaction. A student has one open report of a subject, which a new one replaces: true if it did. */
export async function writeReport(
  tx: Db,
  rateLimiter: RateLimiter,
  { reporter, reporterHash, subject, input, now }: NewReport,
): Promise<boolean> {
  // Two presses at once would both find no report.
  await lockKey(tx, `reports of ${reporter.id}`)
  const open = await findOpenReport(tx, reporter.id, subject)
  const record = {
    accountAgeMs: now - reporter.createdAt,
    ...(await countDecided(tx, reporterHash)),
  }
  const columns = {
    ...input,
    halfWeight: halfWeightOf(record),
    isEstablished: isEstablished(record),
  }
  if (open) await replaceReport(tx, open.id, { ...columns, subject })
  else {
    const isSpent = await hasHadSay(tx, reporterHash, subject)
    const written = { ...columns, reporterId: reporter.id, reporterHash, subject, isSpent, now }
    await insertReport(tx, written)
  }
  await rateLimiter.take(tx, open ? replacements : newReports, mailboxOf(reporter.email))
  return open !== undefined
}
