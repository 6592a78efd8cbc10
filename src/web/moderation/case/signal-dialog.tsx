import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiPaths } from '#contract/paths.ts'
import { maxReportNoteLength } from '#contract/report-reasons.ts'
import type { AnswerDecision } from '#contract/signals.ts'
import { errorMessage, hasStatus } from '../../queries/api.ts'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { moderationKey } from '../moderation-queries.ts'
import { useDecide } from './use-decide.ts'

const texts = {
  hidden: {
    title: 'Hide this signal?',
    consequence:
      "It's gone right away, and comes back only with another cause. Its seller is told.",
    confirmLabel: 'Hide it',
  },
  kept: {
    title: 'Keep this signal?',
    consequence: 'Nothing changes. Its seller is told.',
    confirmLabel: 'Keep it',
  },
}

/** Asks before an answer to a signal is decided. What was written stays after an error. */
export function SignalDialog({
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
      // What another moderator decided meanwhile is then shown behind.
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
