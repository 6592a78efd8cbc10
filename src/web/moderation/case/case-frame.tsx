import { type ReactNode, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CategoryId } from '#categories/index.ts'
import type { ListingCase, LogEntry, QueueItem, StudentCase } from '#contract/moderation.ts'
import { type Decision, isUndoable, type SignalAction } from '#contract/moderation-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { useHeightProperty } from '../../ui/use-height-property.ts'
import { ModerationShell } from '../moderation-shell.tsx'
import { casePath, nextCase } from '../queue/queue-navigation.ts'
import { type Shortcut, shortcutKeys } from '../queue/shortcuts.ts'
import { KbdHint, ShortcutsHelp } from '../queue/shortcuts-help.tsx'
import { CaseNotes } from './case-notes.tsx'
import {
  isAbout,
  isAboutStudent,
  isWaiting,
  lastUndoable,
  seenOfStudent,
  suggestReason,
} from './case-state.ts'
import { ClaimBar } from './claim-bar.tsx'
import { CaseActions } from './decision-buttons.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { decisionLabels, decisionText, undoText } from './decision-text.ts'
import { dismissDecisionToasts, useDecide, useFocusAfterDialog } from './use-decide.ts'

type SubjectCase = Omit<StudentCase, 'canChangeRole' | 'noShows'> &
  Partial<Pick<ListingCase, 'signals'>>

/** The action that the dialog asks about: a new decision, or a decision to undo. */
type Asked =
  | { action: Decision; entry?: undefined }
  | { action: Decision | SignalAction; entry: LogEntry }

/** The queue from which the case was opened. */
export interface CaseQueue {
  items: readonly QueueItem[]
  filters: URLSearchParams
}

/** Functions that open the dialogs of a case. */
interface CaseDialogs {
  ask: (action: Decision) => void
  askUndo: (entry: LogEntry) => void
}

/** The page of a case: navigation through the queue, a bar with the decisions, their dialog, and a key for each decision. */
export function CaseFrame({
  found,
  listing,
  title,
  queue,
  children,
}: {
  found: SubjectCase
  /** The listing, if the case is about one. */
  listing?: { category: CategoryId; id: number }
  title: string
  queue: CaseQueue | undefined
  children: (dialogs: CaseDialogs) => ReactNode
}) {
  const { student, allowedActions, log } = found
  const [asked, setAsked] = useState<Asked>({ action: 'keep' })
  const [isOpen, setOpen] = useState(false)
  const { decide, decideWithoutUndo } = useDecide()
  const bar = useRef<HTMLElement>(null)
  useFocusAfterDialog(isOpen, bar)
  useHeightProperty(bar, '--case-bar')

  const open = (question: Asked) => {
    // The toast of the last decision would cover the buttons of the dialog. The log has its Undo button, too.
    dismissDecisionToasts()
    setAsked(question)
    setOpen(true)
  }
  const ask = (action: Decision) => open({ action })
  const askUndo = (entry: LogEntry) => {
    if (isUndoable(entry.action)) open({ action: entry.action, entry })
  }
  const send = (answers: object) => {
    const { action, entry } = asked
    const isOfListing = listing && (entry ? isAbout(entry, listing) : !isAboutStudent(action))
    const seen = isOfListing || !listing ? found.seen : seenOfStudent(found)
    if (entry) return decideWithoutUndo(apiPaths.undoDecision(entry.id), { ...answers, seen })
    const path = isOfListing
      ? apiPaths.listingDecisions(listing.category, listing.id)
      : apiPaths.studentDecisions(student.id)
    return decide(path, { ...answers, action, seen })
  }

  const undoable = lastUndoable(log, listing)
  const shortcuts: Shortcut[] = [
    ...allowedActions.map((action) => ({
      key: shortcutKeys[action],
      label: decisionLabels[action],
      run: () => ask(action),
    })),
    ...(undoable
      ? [{ key: shortcutKeys.undo, label: 'Undo the last decision', run: () => askUndo(undoable) }]
      : []),
    ...useQueueShortcuts(queue, { student, listing: listing ?? null }),
  ]
  return (
    <ModerationShell title={title} beside={<ShortcutsHelp shortcuts={shortcuts} />}>
      {queue && <QueueLinks queue={queue} subject={{ student, listing: listing ?? null }} />}
      {(found.claim || isWaiting(found)) && (
        <ClaimBar
          claim={found.claim}
          path={
            listing
              ? apiPaths.listingClaim(listing.category, listing.id)
              : apiPaths.studentClaim(student.id)
          }
        />
      )}
      {children({ ask, askUndo })}
      <div className="mt-6">
        <CaseSection title="Internal notes">
          <CaseNotes
            notes={found.notes}
            path={
              listing
                ? apiPaths.listingNotes(listing.category, listing.id)
                : apiPaths.studentNotes(student.id)
            }
          />
        </CaseSection>
      </div>
      <CaseActions
        ref={bar}
        actions={
          listing ? allowedActions.filter((action) => !isAboutStudent(action)) : allowedActions
        }
        hasOpenAppeal={found.appeals.some(({ decision }) => decision === null)}
        onAsk={ask}
      />
      <DecisionDialog
        open={isOpen}
        text={textOf(asked, found, listing && title)}
        onSend={send}
        onClose={() => setOpen(false)}
      />
    </ModerationShell>
  )
}

type Subject = Parameters<typeof nextCase>[1]

const nextPath = ({ items, filters }: CaseQueue, subject: Subject) => {
  const next = nextCase(items, subject)
  return next && casePath(next, filters)
}

function useQueueShortcuts(queue: CaseQueue | undefined, subject: Subject): Shortcut[] {
  const navigate = useNavigate()
  if (!queue) return []
  const path = nextPath(queue, subject)
  const back = () => navigate(pagePaths.moderation(queue.filters))
  return [
    ...(path ? [{ key: shortcutKeys.next, label: 'Next case', run: () => navigate(path) }] : []),
    { key: shortcutKeys.queue, label: 'Back to the queue', run: back },
  ]
}

function QueueLinks({ queue, subject }: { queue: CaseQueue; subject: Subject }) {
  const path = nextPath(queue, subject)
  return (
    <p className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
      <Link to={pagePaths.moderation(queue.filters)} className="link">
        Back to the queue
      </Link>
      {path && (
        <span>
          <Link to={path} className="link">
            Next case
          </Link>{' '}
          <KbdHint>{shortcutKeys.next}</KbdHint>
        </span>
      )}
    </p>
  )
}

function textOf(asked: Asked, { student, reports }: SubjectCase, title: string | undefined) {
  if (asked.entry) return undoText(asked.action, student)
  const text = decisionText(asked.action, { name: student.name, title })
  return { suggestedReason: suggestReason(reports, text.reasons), ...text }
}

/** Replaces a case about the moderator's own account or listing, which other moderators decide. */
export function OwnCase({ title, message }: { title: string; message: string }) {
  return (
    <ModerationShell title={title}>
      <p className="mt-4">{message}</p>
      <p className="mt-2">
        <Link to={pagePaths.moderation()} className="link">
          Back to the queue
        </Link>
      </p>
    </ModerationShell>
  )
}

/** A section with some of the facts of a case. */
export function CaseSection({
  title,
  id: linkedId,
  children,
}: {
  title: string
  /** What a link to the section names. */
  id?: string
  children: ReactNode
}) {
  const ownId = useId()
  const id = linkedId ?? ownId
  return (
    <section aria-labelledby={id} className="panel min-w-0">
      <h2
        id={id}
        tabIndex={linkedId === undefined ? undefined : -1}
        className="title-4 mb-4 outline-none"
      >
        {title}
      </h2>
      {children}
    </section>
  )
}
