import type { DecisionReason } from '#contract/decision-reasons.ts'
import type { CaseReport, ListingCase, LogEntry, StudentCase } from '#contract/moderation.ts'
import { type Decision, isReading } from '#contract/moderation-rules.ts'

/**
 * The entry that a decision about the student (not a listing) has to name as seen: the newest of all their entries that
 * changed something.
 */
export const seenOfStudent = ({ log }: Pick<StudentCase, 'log'>): number | null =>
  log.find(({ action }) => !isReading(action))?.id ?? null

interface ListingKey {
  category: string
  id: number
}

export const isAbout = ({ listing }: Pick<LogEntry, 'listing'>, { category, id }: ListingKey) =>
  listing?.category === category && listing.id === id

/** The newest decision that can be undone: about the listing or, if none is given, about the student. */
export const lastUndoable = (
  log: readonly LogEntry[],
  listing: ListingKey | undefined,
): LogEntry | undefined =>
  log.find((entry) => entry.canUndo && (listing ? isAbout(entry, listing) : entry.listing === null))

/** Suggests the most frequent reason of the open reports, if a decision may have that reason. */
export function suggestReason(
  reports: readonly Pick<CaseReport, 'reason' | 'isOpen'>[],
  allowed: readonly DecisionReason[],
): DecisionReason | undefined {
  const reasons = reports.filter(({ isOpen }) => isOpen).map(({ reason }) => reason)
  const count = (reason: DecisionReason) => reasons.filter((each) => each === reason).length
  return reasons
    .filter((reason) => allowed.includes(reason))
    .toSorted((a, b) => count(b) - count(a))[0]
}

export const isAboutStudent = (action: Decision): boolean =>
  action === 'warn' || action === 'suspend' || action === 'ban'

/** Whether something waits for a moderator, so that the case is in the queue. */
export const isWaiting = ({
  reports,
  appeals,
  signals = [],
}: Pick<StudentCase, 'reports' | 'appeals'> & Partial<Pick<ListingCase, 'signals'>>): boolean =>
  reports.some(({ isOpen }) => isOpen) ||
  appeals.some(({ decision }) => decision === null) ||
  signals.some(({ answer }) => answer?.decision === null)
