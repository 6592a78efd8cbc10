import { useState } from 'react'
import { soldLabel } from '#contract/listing-fields.ts'
import { type MeetingOutcome, type NoShowView, noShowViewLabels } from '#contract/meeting-rules.ts'
import type { Meeting } from '#contract/messages.ts'
import { errorMessage } from '../../queries/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { Thread } from '../message-queries.ts'
import { useMeetingOutcome } from './meeting-actions.ts'

interface MeetingQuestionProps {
  thread: Thread
  meeting: Meeting
  /** Moves the focus, because the pressed button disappears. */
  onDone: () => void
}

const views = Object.keys(noShowViewLabels) as NoShowView[]

/** Asks once how a meeting went, and what the student says if the other says that they did not come. */
export function MeetingQuestion({ thread, meeting, onDone }: MeetingQuestionProps) {
  const { mutate, isPending, variables, error } = useMeetingOutcome(thread.id, meeting.id)
  const [isSure, setSure] = useState(false)
  const { other, role, listing } = thread
  const tell = (answer: MeetingOutcome | NoShowView) =>
    mutate(answer, {
      onSuccess: () => {
        setSure(false)
        onDone()
      },
    })
  const button = (
    answer: MeetingOutcome | NoShowView,
    label: string,
    onClick = () => tell(answer),
  ) => (
    <Button
      key={answer}
      size="small"
      variant={answer === 'sold' ? 'primary' : 'secondary'}
      busy={isPending && variables === answer}
      onClick={onClick}
    >
      {label}
    </Button>
  )
  const sold =
    listing && role === 'seller' ? `Yes, mark ${soldLabel(listing).toLowerCase()}` : 'Yes'
  return (
    <>
      {meeting.is_asked && (
        <div className="meeting-panel-row">
          <p className="meeting-panel-text">
            <b>Did it work out?</b>
            {meeting.buyer_says_sold && (
              <>
                {' '}
                <bdi>{other.name}</bdi> says that it did.
              </>
            )}
          </p>
          <div className="meeting-panel-buttons">
            {button('sold', sold)}
            {button('not_yet', 'Not yet')}
            {button('no_show', "They didn't come", () => setSure(true))}
          </div>
        </div>
      )}
      {!meeting.is_asked && meeting.buyer_says_sold && meeting.outcome !== 'sold' && (
        <p>
          <bdi>{other.name}</bdi> says that it worked out.
        </p>
      )}
      {meeting.other_says_no_show && (
        <div className="meeting-panel-row">
          <p className="meeting-panel-text">
            <bdi>{other.name}</bdi> says that you didn't come.{' '}
            {meeting.view ? `You said: ${noShowViewLabels[meeting.view]}.` : 'What happened?'}
            <span className="meeting-panel-note">
              Only the two of you and moderators can see this. It isn't proof.
            </span>
          </p>
          {!meeting.view && (
            <div className="meeting-panel-buttons">
              {views.map((view) => button(view, noShowViewLabels[view]))}
            </div>
          )}
        </div>
      )}
      <p role="alert" className="text-danger empty:hidden">
        {error && !isSure && errorMessage(error)}
      </p>
      <ConfirmDialog
        open={isSure}
        title={`${other.name} didn't come?`}
        confirmLabel="They didn't come"
        busy={isPending}
        error={error ? errorMessage(error) : undefined}
        onConfirm={() => tell('no_show')}
        onClose={() => setSure(false)}
      >
        They can give their side. Only the two of you and moderators can see it. You can't change
        this later.
      </ConfirmDialog>
    </>
  )
}
