import { campus } from '#campus/campus.ts'
import { decisionReasonLabels } from '#contract/decision-reasons.ts'
import type { LogEntry } from '#contract/moderation.ts'
import { isOwnAction, type LogAction } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatDate, formatMoment } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { Badge } from '../../ui/content/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { decisionLabels } from '../case/decision-text.ts'

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

/** A log entry: who did what to whom, when and why. */
export function LogEntryView({
  entry,
  onUndo,
}: {
  entry: LogEntry
  /** Called by the Undo button, which is shown only if the moderator may undo the entry. */
  onUndo?: (entry: LogEntry) => void
}) {
  const today = useToday()
  const [before, after] = logEntryVerb(entry)
  const { reason, note, signal, undoneBy, togetherId } = entry
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
          {togetherId !== null && ' · Together with other cases'}
        </p>
        {signal && (
          <p dir="auto" className="mt-1 text-sm">
            “{signal}”
          </p>
        )}
        {note && !notesInSentence.includes(entry.action) && (
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

function LogEntrySubject({ entry }: { entry: LogEntry }) {
  const { action, listing, student, note } = entry
  if (listing) {
    return (
      <Link to={pagePaths.moderatedListing(listing.category, listing.id)} className="link">
        {listing.title === null ? `listing #${listing.id}` : `“${listing.title}”`}
      </Link>
    )
  }
  // The note names the settings. It is deleted after some time, like all notes.
  if (action === 'change_settings') return `the campus settings${note ? `: ${note}` : ''}`
  if (action === 'change_handover') return 'the notes for a hand-over'
  if (action === 'change_announcements') return 'the announcements'
  if (action === 'keep_account' && isOwnAccount(entry)) return 'their account'
  if (student) {
    return (
      <Link to={pagePaths.moderatedStudent(student.id)} className="link">
        {student.name}
      </Link>
    )
  }
  // The undo of decisions that were made together has no student either.
  return action === 'decide_together' || action === 'undo' ? 'several listings' : 'students'
}

/** Actions whose note is part of the sentence. */
const notesInSentence: readonly LogAction[] = ['change_settings', 'set_role_end']

type About = Pick<LogEntry, 'days' | 'role' | 'note' | 'actor' | 'student'>

/** Whether a student did this about their own account. */
const isOwnAccount = ({ actor, student }: Pick<LogEntry, 'actor' | 'student'>) =>
  actor !== null && actor.id === student?.id

/** The text before and after the name of the student or the listing. */
const verbs: Record<LogAction, (entry: About) => [before: string, after?: string]> = {
  keep: () => ['kept'],
  ask_to_edit: () => ['asked for an edit of'],
  remove: () => ['removed'],
  warn: () => ['warned'],
  suspend: ({ days }) => ['suspended', `for ${days} days`],
  ban: () => ['banned'],
  hide_signal: () => ['hid a signal on'],
  keep_signal: () => ['kept a signal on'],
  undo: () => ['undid a decision on'],
  hide: () => ['hid', 'after reports'],
  show: () => ['showed', 'again'],
  role: ({ role }) => ['made', role === 'admin' ? 'an admin' : `a ${role}`],
  end_role: ({ role }) => [
    `ended the role of`,
    `as ${role === 'admin' ? 'an admin' : `a ${role}`}`,
  ],
  set_role_end: ({ note }) =>
    note
      ? ['set the last day of the role of', `to ${formatDate(note)}`]
      : ['removed the last day from the role of'],
  confirm_role: () => ['confirmed the role of'],
  reset_second_factor: () => ['reset the second factor of'],
  appeal: () => ['appealed against a decision on'],
  reject_appeal: () => ['rejected the appeal on'],
  change_settings: () => ['changed'],
  change_handover: () => ['changed'],
  send_export: () => ['sent', 'a link to their data'],
  hold: () => ['put', 'on hold'],
  release: () => ['released the hold on'],
  plan_deletion: () => ['planned the deletion of'],
  keep_account: (entry) => [isOwnAccount(entry) ? 'kept' : 'stopped the deletion of'],
  change_announcements: () => ['changed'],
  decide_together: () => ['decided together on'],
  read_messages: () => ['read reported messages of'],
  look_up: () => ['looked up the email address of'],
  search_students: () => ['searched', 'and saw their email addresses'],
}

const logEntryVerb = (entry: Pick<LogEntry, 'action'> & About) => verbs[entry.action](entry)

/** The name of who acted. Without a moderator, Quad itself has hidden or shown the listing, or an operator has acted. */
function actorName({ action, actor }: Pick<LogEntry, 'action' | 'actor'>): string {
  if (actor) return actor.name
  return isOwnAction(action) ? campus.brand : 'An operator'
}

/** The name of each action, for the filter and the figures. */
export const logActionLabels: Record<LogAction, string> = {
  ...decisionLabels,
  hide_signal: 'Signal hidden',
  keep_signal: 'Signal kept',
  undo: 'Undo',
  hide: 'Hidden by reports',
  show: 'Shown again',
  role: 'Role changed',
  end_role: 'Role ended',
  set_role_end: 'End of a role set',
  confirm_role: 'Role confirmed',
  reset_second_factor: 'Second factor reset',
  appeal: 'Appeal',
  reject_appeal: 'Appeal rejected',
  change_settings: 'Settings changed',
  change_handover: 'Hand-over notes changed',
  send_export: 'Data sent to a student',
  hold: 'Account put on hold',
  release: 'Hold released',
  plan_deletion: 'Deletion planned',
  keep_account: 'Deletion stopped',
  change_announcements: 'Announcements changed',
  decide_together: 'Decided together',
  read_messages: 'Messages read',
  look_up: 'Address looked up',
  search_students: 'Students searched by an admin',
}
