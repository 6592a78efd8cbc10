import type { LogEntry } from '#contract/moderation.ts'
import type { Decision } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatMonth, pluralize } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { Avatar } from '../../ui/content/avatar.tsx'
import { Badge } from '../../ui/content/badge.tsx'
import { DottedText } from '../../ui/content/dotted-text.tsx'
import { LogEntries } from '../log/log-entry-view.tsx'
import type { ListingCase } from '../moderation-queries.ts'
import { AppealCard } from './appeal-card.tsx'
import { CaseSection } from './case-frame.tsx'
import { isAboutStudent } from './case-state.ts'
import { appealsId, DecisionButtons } from './decision-buttons.tsx'
import { EarlierListings } from './earlier-listings.tsx'
import { editedText, ReportList } from './report-list.tsx'
import { SignalCard } from './signal-card.tsx'
import { restrictionText } from './standing.ts'
import './case-layout.css'

/** Shows why the case is open: the appeals, the reports, and the signals. */
export function CaseReports({
  found: { reports, appeals, signals, log, editedAt },
  onUndo,
}: {
  found: ListingCase
  onUndo: (entry: LogEntry) => void
}) {
  const open = reports.filter(({ isOpen }) => isOpen).length
  return (
    <div className="case-layout-reports">
      {appeals.length > 0 && (
        <CaseSection title="Appeals" id={appealsId}>
          <div className="grid gap-6">
            {appeals.map((appeal) => (
              <AppealCard key={appeal.logId} appeal={appeal} log={log} />
            ))}
          </div>
        </CaseSection>
      )}
      <CaseSection title={open > 0 ? pluralize(open, 'open report') : 'Reports'}>
        {editedAt && <EditedSince time={editedAt} />}
        <ReportList reports={reports} subject="this" />
      </CaseSection>
      <CaseSection title="Signals">
        {signals.length > 0 ? (
          <ul className="-my-4 divide-y divide-line">
            {signals.map((signal) => (
              <li key={signal.id} className="py-4">
                <SignalCard signal={signal} log={log} onUndo={onUndo} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-2">No signals.</p>
        )}
      </CaseSection>
    </div>
  )
}

/** Shows what else helps a moderator decide: the student and what happened before. */
export function CaseHistory({
  found: { student, log, listings, allowedActions },
  onAsk,
  onUndo,
}: {
  found: ListingCase
  onAsk: (action: Decision) => void
  onUndo: (entry: LogEntry) => void
}) {
  const actions = allowedActions.filter(isAboutStudent)
  return (
    <div className="case-layout-history">
      <CaseSection title="Seller">
        <Seller student={student} />
        {actions.length > 0 && (
          <div className="mt-4">
            <DecisionButtons actions={actions} onAsk={onAsk} />
          </div>
        )}
      </CaseSection>
      <CaseSection title="Their other listings">
        <EarlierListings listings={listings} />
      </CaseSection>
      <CaseSection title="History">
        {log.length > 0 ? (
          <LogEntries entries={log} onUndo={onUndo} />
        ) : (
          <p className="text-ink-2">Nothing yet.</p>
        )}
      </CaseSection>
    </div>
  )
}

function EditedSince({ time }: { time: string }) {
  return <p className="mb-4 font-semibold">{editedText(time, useToday())}.</p>
}

function Seller({ student }: { student: ListingCase['student'] }) {
  const restriction = restrictionText(student, useToday())
  const { id, name, university, memberSince } = student
  return (
    <div className="flex min-w-0 items-start gap-4">
      <Avatar name={name} />
      <div className="min-w-0">
        <Link to={pagePaths.moderatedStudent(id)} dir="auto" className="link font-semibold">
          {name}
        </Link>
        <p className="text-ink-2 text-sm">
          <DottedText>
            {[university, `member since ${formatMonth(memberSince)}`].filter(Boolean).join(' · ')}
          </DottedText>
        </p>
        {restriction && <Badge variant="sun">{restriction}</Badge>}
      </div>
    </div>
  )
}
