import { type ReportReason, reportReasons } from '#contract/report-reasons.ts'
import { dayMs } from '../../durations.ts'

/** Weights are counted in halves, so that they stay whole numbers. */
const halvesPerWeight = 2

/** Reports that weigh as much as three students hide a listing. */
export const halfWeightToHide = 3 * halvesPerWeight

export const toWeight = (halves: number): number => halves / halvesPerWeight

/** A report that hides something has to be shared by accounts that were not made for it. */
const establishedAfterMs = 7 * dayMs

/** After this many reports that a moderator agreed with, the next ones are heavier. */
const minUpheldForTrust = 3

interface ReporterRecord {
  accountAgeMs: number
  /** Earlier reports that a moderator agreed with, and did not. */
  upheld: number
  rejected: number
}

export const isEstablished = ({ accountAgeMs }: Pick<ReporterRecord, 'accountAgeMs'>): boolean =>
  accountAgeMs > establishedAfterMs

/**
 * Returns ½ for new accounts and for students who were mostly wrong, 1½ for those who were often right, otherwise 1.
 */
export function halfWeightOf(reporter: ReporterRecord): number {
  const { upheld, rejected } = reporter
  if (!isEstablished(reporter) || rejected > upheld) return 1
  return upheld >= minUpheldForTrust ? 3 : 2
}

const minEstablishedToHide = 2

/** The severity decides the reason of a hidden listing if several reasons are equally frequent. */
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
  /**
   * The hash of the reporter's mailbox. Plus addresses count as one student, and so does a student who leaves and comes
   * back.
   */
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
