import { dayMs } from '../../durations.ts'

/** Weights are counted in halves, so that they stay whole numbers. */
const halvesPerWeight = 2

/** Reports that weigh as much as three students hide a listing. */
export const halfWeightToHide = 3 * halvesPerWeight

export const toWeight = (halves: number): number => halves / halvesPerWeight

/** A report that hides something has to be shared by accounts that were not made for it. */
const establishedAfterMs = 7 * dayMs

/** So many reports that a moderator agreed with make the next ones heavier. */
const minUpheldForTrust = 3

export interface ReporterRecord {
  accountAgeMs: number
  /** Earlier reports that a moderator agreed with, and did not. */
  upheld: number
  rejected: number
}

export const isEstablished = ({ accountAgeMs }: Pick<ReporterRecord, 'accountAgeMs'>): boolean =>
  accountAgeMs > establishedAfterMs

/** ½ of new accounts and of those who were mostly wrong, 1½ of those who were often right, otherwise 1. */
export function halfWeightOf(reporter: ReporterRecord): number {
  const { upheld, rejected } = reporter
  if (!isEstablished(reporter) || rejected > upheld) return 1
  return upheld >= minUpheldForTrust ? 3 : 2
}
