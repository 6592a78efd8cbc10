import { formatMoment } from '#contract/format-moment.ts'
import type { CaseReport } from '#contract/moderation.ts'
import { pagePaths } from '#contract/paths.ts'
import { reportReasonLabels } from '#contract/report-reasons.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { Badge } from '../../ui/content/badge.tsx'
import { DottedText } from '../../ui/content/dotted-text.tsx'
import { deletedTitle, reporterText, reportStateText } from './report-text.ts'
import { ReportedConversation } from './reported-conversation.tsx'

/** A deleted account has no page. */
function Reporter({ id, name }: CaseReport['reporter']) {
  if (id === null) return name
  return (
    <Link to={pagePaths.moderatedStudent(id)} dir="auto" className="link">
      {name}
    </Link>
  )
}

/** The reports about one subject, with what is known of those who wrote them. */
export function ReportList({
  reports,
  subject,
}: {
  reports: readonly CaseReport[]
  /** "Nobody has reported …" */
  subject: 'this' | 'them'
}) {
  const today = useToday()
  if (reports.length === 0) return <p className="text-ink-2">Nobody has reported {subject}.</p>
  return (
    <ul className="-my-3 divide-y divide-line">
      {reports.map((report) => (
        <li key={report.id} className="grid gap-1 py-3">
          <p className="flex flex-wrap items-center gap-2 *:whitespace-normal">
            <span className="font-semibold">{reportReasonLabels[report.reason]}</span>
            <Badge variant={report.isOpen ? 'sun' : 'soft'}>{reportStateText(report)}</Badge>
            {report.isFromEarlierAccount && <Badge>Earlier account</Badge>}
          </p>
          {report.deletedListing && <p>About {deletedTitle(report.deletedListing)}.</p>}
          {report.note && (
            <p dir="auto" className="whitespace-pre-line">
              {report.note}
            </p>
          )}
          {report.thread && <ReportedConversation reportId={report.id} thread={report.thread} />}
          <p className="text-ink-2 text-sm">
            <Reporter {...report.reporter} />{' '}
            <DottedText>
              {`· ${reporterText(report.reporter)} · ${formatMoment(report.createdAt, today)}`}
            </DottedText>
          </p>
        </li>
      ))}
    </ul>
  )
}
