import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { LogEntry } from '#contract/moderation.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { maxReportNoteLength } from '#contract/report-reasons.ts'
import type { AnswerDecision, CaseSignal, CaseSignalAnswer } from '#contract/signals.ts'
import { formatMoment } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { errorMessage, hasStatus } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { SignalNote } from '../../signals/signal-note.tsx'
import { Badge } from '../../ui/content/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { LogEntryView } from '../log/log-entry-view.tsx'
import { moderationKey } from '../moderation-queries.ts'
import { useDecide, useFocusAfterDialog } from './use-decide.ts'

/** A signal with the numbers behind it, the seller's answer, and the buttons that decide on the answer. */
export function SignalCard({
  signal,
  log,
  onUndo,
}: {
  signal: CaseSignal
  log: readonly LogEntry[]
  onUndo: (entry: LogEntry) => void
}) {
  const card = useRef<HTMLElement>(null)
  const { facts, answer, isGone } = signal
  const entry = log.find(({ id }) => id === answer?.decisionId)
  return (
    <article ref={card} tabIndex={-1} aria-label={signal.sentence} className="outline-none">
      <SignalNote {...signal} advice={isGone ? goneText : signal.advice}>
        <Facts facts={facts} />
        {answer && <Answer answer={answer} />}
        {entry && (
          <div className="mt-3 border-line border-t pt-3">
            <LogEntryView entry={{ ...entry, signal: null }} onUndo={onUndo} />
          </div>
        )}
        {answer && <Decide answer={answer} card={card} />}
      </SignalNote>
    </article>
  )
}

const goneText = "Its cause is gone, so it isn't shown any more."

function Facts({ facts }: Pick<CaseSignal, 'facts'>) {
  if (facts.length === 0) return null
  return (
    <dl className="mt-2 text-sm">
      {facts.map(({ label, value, listing }) => (
        <div
          key={`${label} ${value} ${listing?.id}`}
          className="flex flex-wrap justify-between gap-x-4 border-line border-t py-1.5"
        >
          <dt className="text-ink-2">{label}</dt>
          <dd dir="auto" className="min-w-0 whitespace-pre-line [overflow-wrap:break-word]">
            {listing ? (
              <Link to={pagePaths.moderatedListing(listing.category, listing.id)} className="link">
                {value}
              </Link>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const stateLabels = { waiting: 'Disputed', hidden: 'Hidden', kept: 'Kept' }

function Answer({ answer: { note, createdAt, decision } }: { answer: CaseSignalAnswer }) {
  const today = useToday()
  return (
    <div className="mt-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge variant={decision ? 'soft' : 'sun'}>{stateLabels[decision ?? 'waiting']}</Badge>
        <span className="text-ink-2 text-sm">
          The seller disputes this · {formatMoment(createdAt, today)}
        </span>
      </p>
      {note && (
        <blockquote dir="auto" className="mt-2 whitespace-pre-line border-gold border-l-4 pl-4">
          {note}
        </blockquote>
      )}
    </div>
  )
}

function Decide({
  answer,
  card,
}: {
  answer: CaseSignalAnswer
  card: RefObject<HTMLElement | null>
}) {
  const [decision, setDecision] = useState<AnswerDecision['decision']>('hidden')
  const [isOpen, setOpen] = useState(false)
  useFocusAfterDialog(isOpen, card)
  const ask = (asked: typeof decision) => () => {
    setDecision(asked)
    setOpen(true)
  }
  return (
    <>
      {answer.decision === null && (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant="secondary" size="small" onClick={ask('hidden')}>
            Hide this signal
          </Button>
          <Button variant="secondary" size="small" onClick={ask('kept')}>
            Keep it
          </Button>
        </div>
      )}
      <SignalDialog
        answerId={answer.id}
        decision={decision}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

const texts = {
  hidden: {
    title: 'Hide this signal?',
    consequence:
      'The signal disappears right away, and comes back only for a different reason. The seller gets an email.',
    confirmLabel: 'Hide it',
  },
  kept: {
    title: 'Keep this signal?',
    consequence: 'Nothing changes. We tell the seller.',
    confirmLabel: 'Keep it',
  },
}

/** Asks for confirmation before a moderator decides on an answer to a signal. The entered text stays after an error. */
function SignalDialog({
  answerId,
  decision,
  open,
  onClose,
}: {
  answerId: number
  decision: AnswerDecision['decision']
  open: boolean
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  const { decide } = useDecide()
  const queryClient = useQueryClient()
  const send = useMutation({
    mutationFn: () => decide(apiPaths.signalAnswerDecision(answerId), { decision, note }),
    onSuccess: () => {
      setNote('')
      onClose()
    },
    onError: async (error) => {
      // Refetch, so that the page behind the dialog shows what another moderator has decided.
      if (hasStatus(error, 409)) await queryClient.invalidateQueries({ queryKey: [moderationKey] })
    },
  })
  const close = () => {
    send.reset()
    onClose()
  }
  const { title, consequence, confirmLabel } = texts[decision]
  return (
    <ConfirmDialog
      open={open}
      title={title}
      confirmLabel={confirmLabel}
      busy={send.isPending}
      error={send.error ? errorMessage(send.error) : undefined}
      onConfirm={() => send.mutate()}
      onClose={close}
    >
      <p className="mb-4">{consequence}</p>
      <TextArea
        label="Note"
        optional
        help="The student reads this."
        rows={3}
        maxLength={maxReportNoteLength}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </ConfirmDialog>
  )
}
