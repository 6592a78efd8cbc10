import { type ReportReason, reportReasons } from '#contract/report-reasons.ts'
import { dayMs } from '../../durations.ts'

/** Weights are counted in halves, so that they are whole numbers. */
const halvesPerWeight = 2

/** Reports hide a listing once they weigh as much as the reports of three students. */
export const halfWeightToHide = 3 * halvesPerWeight

export const toWeight = (halves: number): number => halves / halvesPerWeight

/** The age at which an account is established. New accounts alone cannot hide a listing, in case they were made for it. */
const establishedAfterMs = 7 * dayMs

/** Once moderators have agreed with this many reports of a student, the student's next reports weigh more. */
const minUpheldForTrust = 3

interface ReporterRecord {
  accountAgeMs: number
  /** How many earlier reports moderators agreed with (`upheld`), and how many they did not agree with (`rejected`). */
  upheld: number
  rejected: number
}

export const isEstablished = ({ accountAgeMs }: Pick<ReporterRecord, 'accountAgeMs'>): boolean =>
  accountAgeMs > establishedAfterMs

/**
 * Returns the weight in halves: ½ for new accounts and for students who were mostly wrong, 1½ for students who were
 * often right, otherwise 1.
 */
export function halfWeightOf(reporter: ReporterRecord): number {
  const { upheld, rejected } = reporter
  if (!isEstablished(reporter) || rejected > upheld) return 1
  return upheld >= minUpheldForTrust ? 3 : 2
}

const minEstablishedToHide = 2

/** The severity of each reason. If several reasons are equally frequent, a listing is hidden for the most severe one. */
const severity: Record<ReportReason, number> = {
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

/**
 * The reasons that are about harm to people. Deleting the listing does not end such a report. The other reasons are
 * only about the listing.
 */
export const severeReasons: readonly ReportReason[] = reportReasons.filter(
  (reason) => severity[reason] >= severity.not_allowed,
)

/** An open report that counts towards hiding. */
export interface CountedReport {
  reason: ReportReason
  /**
   * The hash of the reporter's mailbox. All plus addresses of a mailbox count as one student, and so does a student who
   * leaves and comes back.
   */
  reporter_hash: string
  half_weight: number
  is_established: number
}

/**
 * Returns the reason for which these reports hide a listing, or undefined if they do not hide it. Each mailbox counts
 * once, with its heaviest report.
 */
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
  return reportReasons.toSorted((a, b) => count(b) - count(a) || severity[b] - severity[a])[0]
}

/** Counts the different students, by their mailboxes. */
export const countMailboxes = (reports: readonly Pick<CountedReport, 'reporter_hash'>[]): number =>
  new Set(reports.map(({ reporter_hash }) => reporter_hash)).size
