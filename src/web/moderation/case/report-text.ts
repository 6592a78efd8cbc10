import { formatMonth, pluralize } from '#contract/format.ts'
import { formatMoment } from '#contract/format-moment.ts'
import type { CaseReport } from '#contract/moderation.ts'

const outcomes = { upheld: 'Upheld', rejected: 'Rejected', closed: 'Closed' }

/** What came of it, or how much it counts while it is open. That something is gone never counts: the seller answers it. */
export function reportStateText({
  outcome,
  reason,
  weight,
}: Pick<CaseReport, 'outcome' | 'reason' | 'weight'>): string {
  if (outcome) return outcomes[outcome]
  if (reason === 'gone') return 'Open, for the seller to answer'
  return weight > 0 ? `Open, counts ${weight}` : 'Open, no longer counts'
}

/** The listing is no longer what the first of them saw. */
export const editedText = (editedAt: string, today: string): string =>
  `Edited ${formatMoment(editedAt, today)}, after it was reported`

/** A listing that the student deleted while it was reported. */
export const deletedTitle = ({ title }: { title: string | null }): string =>
  title === null ? 'a listing that they deleted' : `“${title}”, which they deleted`

/** Since when the reporter is a member, unless the account is deleted, and how often they were right before. */
export function reporterText({
  memberSince,
  reports,
  upheld,
  rejected,
}: Omit<CaseReport['reporter'], 'id' | 'name'>): string {
  const record =
    upheld + rejected > 0 ? `${upheld} upheld, ${rejected} rejected` : undecidedText(reports)
  return memberSince ? `member since ${formatMonth(memberSince)} · ${record}` : record
}

const undecidedText = (reports: number) =>
  reports > 1 ? `${pluralize(reports, 'report')}, none decided yet` : 'first report'
