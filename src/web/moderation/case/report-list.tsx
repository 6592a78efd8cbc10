import { categoryById } from '#categories/index.ts'
import type { CaseReport, DeletedListing } from '#contract/moderation.ts'
import { pagePaths } from '#contract/paths.ts'
import { reportReasonLabels } from '#contract/report-reasons.ts'
import { formatMoment, formatMonth, formatPrice, pluralize } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { Badge } from '../../ui/content/badge.tsx'
import { DottedText } from '../../ui/content/dotted-text.tsx'
import { ReportedConversation } from './reported-conversation.tsx'

/** The reporter's name, with a link to their page. A deleted account has no page. */
function Reporter({ id, name }: CaseReport['reporter']) {
  if (id === null) return name
  return (
    <Link to={pagePaths.moderatedStudent(id)} dir="auto" className="link">
      {name}
    </Link>
  )
}

/** The reports about one subject, with the facts about the students who sent them. */
export function ReportList({
  reports,
  subject,
}: {
  reports: readonly CaseReport[]
  /** The last word of "Nobody has reported …". */
  subject: 'this' | 'them'
}) {
  const today = useToday()
  if (reports.length === 0) return <p className="text-ink-2">Nobody has reported {subject}.</p>
  return (
    <ul className="-my-3 divide-y divide-line">
      {reports.map((report) => (
        <li key={report.id} className="grid gap-1 py-3">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-semibold">{reportReasonLabels[report.reason]}</span>
            <Badge variant={report.isOpen ? 'sun' : 'soft'} className="whitespace-normal">
              {reportStateText(report)}
            </Badge>
            {report.isFromEarlierAccount && (
              <Badge className="whitespace-normal">Earlier account</Badge>
            )}
          </p>
          {report.deletedListing && <p>About {deletedTitle(report.deletedListing)}.</p>}
          {report.note && (
            <p dir="auto" className="whitespace-pre-line">
              {report.note}
            </p>
          )}
          {report.thread && <ReportedConversation reportId={report.id} thread={report.thread} />}
          <p className="text-ink-2 text-sm">
            <Reporter {...report.reporter} />
            <br />
            <DottedText>
              {`${reporterText(report.reporter)} · ${formatMoment(report.createdAt, today)}`}
            </DottedText>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The texts of listings that the student deleted while they were reported. */
export function DeletedListings({ listings }: { listings: readonly DeletedListing[] }) {
  const today = useToday()
  return (
    <ul className="-my-3 divide-y divide-line">
      {listings.map(({ id, category, title, price, description, deletedAt, editedAt }) => (
        <li key={id} className="grid gap-1 py-3">
          <p dir="auto" className="font-semibold">
            {title}
          </p>
          <p className="text-ink-2 text-sm">
            {categoryById[category].labels.menu} · {formatPrice(price)} · deleted{' '}
            {formatMoment(deletedAt, today)}
          </p>
          {editedAt && <p className="font-semibold text-sm">{editedText(editedAt, today)}.</p>}
          <p dir="auto" className="whitespace-pre-line">
            {description}
          </p>
        </li>
      ))}
    </ul>
  )
}

const outcomes = { upheld: 'Upheld', rejected: 'Rejected', closed: 'Closed' }

/**
 * The outcome of a report, or its weight while it is open. A report that the thing is no longer available has no weight,
 * because the seller answers it.
 */
export function reportStateText({
  outcome,
  reason,
  weight,
}: Pick<CaseReport, 'outcome' | 'reason' | 'weight'>): string {
  if (outcome) return outcomes[outcome]
  if (reason === 'gone') return 'Open · the seller has to answer'
  if (weight === 0) return "Open · doesn't count toward hiding"
  if (weight === 1) return 'Open'
  return `Open · counts as ${weight < 1 ? 'half a report' : `${weight} reports`}`
}

/** Says that the listing has changed since the first report. */
export const editedText = (editedAt: string, today: string): string =>
  `Edited ${formatMoment(editedAt, today)}, after it was reported`

/** Names a listing that the student deleted while it was reported. */
export const deletedTitle = ({ title }: { title: string | null }): string =>
  title === null ? 'a listing that they deleted' : `“${title}”, which they deleted`

/** Says how long the reporter has been a member, unless the account is deleted, and how often they were right before. */
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
