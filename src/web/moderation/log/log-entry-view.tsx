import { decisionReasonLabels } from '#contract/decision-reasons.ts'
import { formatMoment } from '#contract/format-moment.ts'
import type { LogEntry } from '#contract/moderation.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { Badge } from '../../ui/content/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { actorName, logEntryVerb } from './log-entry-text.ts'

/** Entries of the log as a list. */
export function LogEntries({
  entries,
  onUndo,
}: {
  entries: readonly LogEntry[]
  onUndo?: (entry: LogEntry) => void
}) {
  return (
    <ul className="-my-2.5 divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.id} className="py-2.5">
          <LogEntryView entry={entry} {...(onUndo && { onUndo })} />
        </li>
      ))}
    </ul>
  )
}

/** Who did what to whom, when and why. */
export function LogEntryView({
  entry,
  onUndo,
}: {
  entry: LogEntry
  /** For a button, if the moderator may undo it. */
  onUndo?: (entry: LogEntry) => void
}) {
  const today = useToday()
  const [before, after] = logEntryVerb(entry)
  const { reason, note, signal, undoneBy } = entry
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p dir="auto">
          <Actor entry={entry} /> {before} <LogEntrySubject entry={entry} />
          {after && ` ${after}`}
          {undoneBy !== null && (
            <>
              {' '}
              <Badge>Undone</Badge>
            </>
          )}
        </p>
        <p className="text-ink-2 text-sm">
          {formatMoment(entry.createdAt, today)}
          {reason && ` · ${decisionReasonLabels[reason]}`}
        </p>
        {signal && (
          <p dir="auto" className="mt-1 text-sm">
            “{signal}”
          </p>
        )}
        {note && (
          <p dir="auto" className="mt-1 whitespace-pre-line text-sm">
            {note}
          </p>
        )}
      </div>
      {onUndo && entry.canUndo && (
        <Button
          variant="secondary"
          size="small"
          aria-haspopup="dialog"
          onClick={() => onUndo(entry)}
        >
          Undo
          <span className="sr-only"> what {actorName(entry)} did</span>
        </Button>
      )}
    </div>
  )
}

function Actor({ entry }: { entry: LogEntry }) {
  const name = actorName(entry)
  if (!entry.actor) return <b>{name}</b>
  return (
    <Link to={pagePaths.moderatedStudent(entry.actor.id)} className="link">
      <b>{name}</b>
    </Link>
  )
}

function LogEntrySubject({ entry: { listing, student } }: { entry: LogEntry }) {
  if (listing) {
    return (
      <Link to={pagePaths.moderatedListing(listing.category, listing.id)} className="link">
        {listing.title === null ? `listing #${listing.id}` : `“${listing.title}”`}
      </Link>
    )
  }
  if (!student) return 'students'
  return (
    <Link to={pagePaths.moderatedStudent(student.id)} className="link">
      {student.name}
    </Link>
  )
}
