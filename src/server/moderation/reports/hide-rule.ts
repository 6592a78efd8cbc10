import { type ReportReason, reportReasons } from '#contract/report-reasons.ts'
import { halfWeightToHide } from './report-weight.ts'

const minEstablishedToHide = 2

/** What a listing is hidden for, where as many say one thing as another: the gravest. */
const gravity: Record<ReportReason, number> = {
  scam: 8,
  private_information: 7,
  hateful: 6,
  harassment: 5,
  not_allowed: 4,
  other: 3,
  wrong_category: 2,
  duplicate: 1,
  gone: 0,
}

/** Reasons that harm people. Deleting the listing does not end such a report. Other reasons concern the listing alone. */
export const graveReasons: readonly ReportReason[] = reportReasons.filter(
  (reason) => gravity[reason] >= gravity.not_allowed,
)

/** An open report that counts. */
export interface CountedReport {
  reason: ReportReason
  /** Of the reporter's mailbox: plus addresses are one student, and so is who leaves and comes back. */
  reporter_hash: string
  half_weight: number
  is_established: number
}

/** The reason for which these reports hide a listing; undefined while they do not. A mailbox counts once, by its heaviest report. */
export function reasonToHide(reports: readonly CountedReport[]): ReportReason | undefined {
  const students = Object.values(Object.groupBy(reports, ({ reporter_hash }) => reporter_hash))
  const weights = students.map((own = []) => Math.max(...own.map((report) => report.half_weight)))
  const established = students.filter((own = []) => own.some((report) => report.is_established))
  const weight = weights.reduce((sum, each) => sum + each, 0)
  if (weight < halfWeightToHide) return undefined
  if (established.length < minEstablishedToHide) return undefined
  return mostFrequentReason(reports)
}

function mostFrequentReason(reports: readonly CountedReport[]): ReportReason | undefined {
  const count = (reason: ReportReason) =>
    reports.filter((report) => report.reason === reason).length
  return reportReasons.toSorted((a, b) => count(b) - count(a) || gravity[b] - gravity[a])[0]
}

/** How many different students, by their mailboxes. */
export const countMailboxes = (reports: readonly Pick<CountedReport, 'reporter_hash'>[]): number =>
  new Set(reports.map(({ reporter_hash }) => reporter_hash)).size
