import { type RefObject, useRef, useState } from 'react'
import { reasonsFor, undoReasons } from '#contract/decision-reasons.ts'
import type { CaseAppeal, LogEntry } from '#contract/moderation.ts'
import type { AppealDecision } from '#contract/moderation-decisions.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatMoment } from '#format/format.ts'
import { useToday } from '../../queries/use-today.ts'
import { Badge } from '../../ui/content/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { LogEntryView } from '../log/log-entry-view.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import type { DecisionText } from './decision-text.ts'
import { useDecide, useFocusAfterDialog } from './use-decide.ts'

/** A student's appeal against a decision, with the buttons that decide it. */
export function AppealCard({ appeal, log }: { appeal: CaseAppeal; log: readonly LogEntry[] }) {
  const today = useToday()
  const entry = log.find(({ id }) => id === appeal.logId)
  const card = useRef<HTMLElement>(null)
  return (
    <article ref={card} tabIndex={-1} className="grid gap-3 outline-none">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-ink-2 text-sm">{formatMoment(appeal.createdAt, today)}</span>
        <Badge variant={appeal.decision ? 'soft' : 'sun'}>
          {stateLabels[appeal.decision ?? 'open']}
        </Badge>
      </p>
      <blockquote dir="auto" className="whitespace-pre-line border-gold border-l-4 pl-6">
        {appeal.text}
      </blockquote>
      {entry && (
        <div className="text-ink-2">
          <h3 className="sr-only">The decision it is against</h3>
          <LogEntryView entry={entry} />
        </div>
      )}
      {entry && <Decide appeal={appeal} entry={entry} card={card} />}
    </article>
  )
}

const stateLabels = { open: 'Waiting', rejected: 'Decision kept', reversed: 'Reversed' }

function Decide({
  appeal: { decision: decided, whyNotDecide, logId },
  entry,
  card,
}: {
  appeal: CaseAppeal
  entry: LogEntry
  card: RefObject<HTMLElement | null>
}) {
  const [decision, setDecision] = useState<AppealDecision['decision']>('rejected')
  const [isOpen, setOpen] = useState(false)
  useFocusAfterDialog(isOpen, card)
  const { decideWithoutUndo } = useDecide()
  const ask = (asked: AppealDecision['decision']) => () => {
    setDecision(asked)
    setOpen(true)
  }
  return (
    <div>
      {decided === null && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" disabled={whyNotDecide !== null} onClick={ask('rejected')}>
            Keep the decision
          </Button>
          <Button variant="secondary" disabled={whyNotDecide !== null} onClick={ask('reversed')}>
            Reverse it
          </Button>
        </div>
      )}
      {whyNotDecide && <p className="mt-2 text-ink-2 text-sm">{whyNotDecide}</p>}
      <DecisionDialog
        open={isOpen}
        text={appealDecisionText(decision, entry)}
        onClose={() => setOpen(false)}
        onSend={({ reason, note }) => {
          const body: AppealDecision = { decision, reason, note }
          return decideWithoutUndo(apiPaths.appealDecision(logId), body)
        }}
      />
    </div>
  )
}

/** The text of the dialog before a moderator decides an appeal. The log entry is the decision that was appealed. */
export function appealDecisionText(
  decision: AppealDecision['decision'],
  { reason, student, listing }: Pick<LogEntry, 'reason' | 'student' | 'listing'>,
): DecisionText {
  const name = student?.name ?? 'The student'
  if (decision === 'reversed') {
    return {
      title: 'Reverse the decision?',
      consequence: `This reverses the decision and reopens its reports. We tell ${name}.`,
      confirmLabel: 'Reverse it',
      reasons: undoReasons,
    }
  }
  return {
    title: 'Keep the decision?',
    consequence: `Nothing changes, and there is no second appeal. We tell ${name}.`,
    confirmLabel: 'Keep the decision',
    reasons: reasonsFor('reject_appeal', listing ? 'listing' : 'student'),
    suggestedReason: reason ?? undefined,
  }
}
