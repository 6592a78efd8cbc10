import { CalendarPlusIcon, CalendarX2Icon, EllipsisIcon, MapPinIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import {
  formatMeetingTime,
  formatPlace,
  type MeetingPlace,
  outsideHoursText,
  placeHours,
} from '#contract/meeting-rules.ts'
import type { MeetingPress } from '#contract/meetings.ts'
import type { Meeting } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatClock } from '#format/format.ts'
import { errorMessage } from '../../queries/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import type { Thread } from '../message-queries.ts'
import { useMeetingSteps } from './meeting-actions.ts'
import { LazyProposeDialog, LazyShareMeetingDialog } from './meeting-dialogs.ts'
import { MeetingQuestion } from './meeting-question.tsx'
import './meeting-panel.css'

interface MeetingPanelProps {
  thread: Thread
  meeting: Meeting
  label?: string
  /** The address of the student who reads this. */
  email: string
}

type OpenDialog = 'propose' | 'share' | 'cancel'

/** The meeting of a conversation, on top of it, with the buttons for the next step. */
export function MeetingPanel({ thread, meeting, label = 'Meeting', email }: MeetingPanelProps) {
  const steps = useMeetingSteps(thread.id)
  const text = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  // The pressed button disappears, so move the focus to the text that says what has happened.
  const done = () => {
    close()
    text.current?.focus()
  }
  const press = (answer: MeetingPress, time?: string) =>
    steps.send(
      {
        meeting_id: meeting.id,
        answer,
        ...(meeting.proposal && { proposal_id: meeting.proposal.id }),
        ...(time && { time }),
      },
      done,
    )
  const parts = { thread, meeting, steps, press, open: setDialog }
  return (
    <section aria-label={label} className="meeting-panel">
      <div ref={text} tabIndex={-1} className="meeting-panel-body">
        {meeting.agreed && <AgreedMeeting {...parts} agreed={meeting.agreed} />}
        {meeting.proposal && <Proposal {...parts} proposal={meeting.proposal} />}
      </div>
      <MeetingQuestion thread={thread} meeting={meeting} onDone={() => text.current?.focus()} />
      <p role="alert" className="text-danger empty:hidden">
        {steps.error && dialog === undefined && errorMessage(steps.error)}
      </p>
      {meeting.moves.length > 0 && (
        <noscript>
          <p>Turn on JavaScript to answer or to change the meeting.</p>
        </noscript>
      )}
      <LazyProposeDialog
        {...{ thread, email, meeting, steps }}
        open={dialog === 'propose'}
        onClose={close}
        onSent={done}
      />
      <LazyShareMeetingDialog
        threadId={thread.id}
        meeting={meeting}
        name={thread.other.name}
        open={dialog === 'share'}
        onClose={close}
      />
      <ConfirmDialog
        open={dialog === 'cancel'}
        title="Cancel the meeting?"
        confirmLabel="Cancel meeting"
        cancelLabel="Keep it"
        danger
        busy={steps.isPending}
        error={steps.error ? errorMessage(steps.error) : undefined}
        onConfirm={() => press('cancel')}
        onClose={close}
      >
        We'll tell <bdi>{thread.other.name}</bdi> in the conversation.
      </ConfirmDialog>
    </section>
  )
}

interface PartProps {
  thread: Thread
  meeting: Meeting
  steps: ReturnType<typeof useMeetingSteps>
  press: (answer: MeetingPress, time?: string) => void
  open: (dialog: OpenDialog) => void
}

/** Whether a step with this answer is being sent. */
const isSending = ({ steps: { sending } }: PartProps, answer: MeetingPress, time?: string) =>
  sending !== undefined &&
  'answer' in sending &&
  sending.answer === answer &&
  (time === undefined || sending.time === time)

function AgreedMeeting(props: PartProps & { agreed: NonNullable<Meeting['agreed']> }) {
  const { thread, meeting, agreed, press, open } = props
  const { moves } = meeting
  const isCancelled = meeting.state === 'cancelled'
  // Once the student can say how it went, only that matters, and the link that a friend still has.
  const isPast = meeting.state === 'over' || meeting.is_asked || meeting.outcome !== null
  const canChange = meeting.is_shared || (moves.includes('share') && !isPast)
  const isNear = moves.includes('here') && !isPast
  const showsCalendar = !isPast && !isNear
  const calendar = <CalendarLink {...{ thread, meeting, isCancelled }} looksLikeButton={!isNear} />
  return (
    <div className="meeting-panel-row">
      <div className="meeting-panel-text">
        <p className="font-semibold" role="status">
          {isCancelled && 'Cancelled: '}
          {isPast && 'Your meeting was on '}
          {formatMeetingTime(agreed.starts_at)}
        </p>
        <PlaceLine place={agreed} />
        {!isCancelled && <OutsideHours place={agreed} time={agreed.starts_at} />}
        {meeting.other_here_at && !isPast && !isCancelled && (
          <p className="meeting-panel-here">
            <MapPinIcon size={16} />
            <span>
              <bdi>{thread.other.name}</bdi> arrived at {formatClock(meeting.other_here_at)}.
            </span>
          </p>
        )}
        {meeting.is_here && !isPast && !isCancelled && (
          <p className="text-ink-2 text-sm">You've said you're here.</p>
        )}
      </div>
      {(canChange || isCancelled) && (
        <div className="meeting-panel-buttons">
          {isNear && (
            <Button size="small" busy={isSending(props, 'here')} onClick={() => press('here')}>
              <MapPinIcon size={16} />
              I'm here
            </Button>
          )}
          {showsCalendar && calendar}
          {canChange && (
            <div className="meeting-panel-menu">
              <Menu label="Change or share the meeting" icon={<EllipsisIcon size={20} />}>
                {moves.includes('propose') && !meeting.proposal && (
                  <button type="button" onClick={() => open('propose')}>
                    Move the meeting
                  </button>
                )}
                <button type="button" onClick={() => open('share')}>
                  Share with a friend
                </button>
                {moves.includes('cancel') && (
                  <button type="button" onClick={() => open('cancel')}>
                    Cancel the meeting
                  </button>
                )}
                {isNear && calendar}
              </Menu>
            </div>
          )}
        </div>
      )}
    </div>
  )
}

/** Near the time it is in the menu, because other buttons matter more. */
function CalendarLink({
  thread,
  meeting,
  isCancelled,
  looksLikeButton,
}: Pick<PartProps, 'thread' | 'meeting'> & { isCancelled: boolean; looksLikeButton: boolean }) {
  const link = {
    href: apiPaths.meetingCalendar(thread.id, meeting.id),
    download: 'meeting.ics',
  }
  if (!looksLikeButton) return <a {...link}>Add to calendar</a>
  return (
    <LinkButton variant="secondary" size="small" {...link}>
      {isCancelled ? <CalendarX2Icon size={16} /> : <CalendarPlusIcon size={16} />}
      <span className="max-panes:sr-only">
        {isCancelled ? 'Remove from calendar' : 'Add to calendar'}
      </span>
    </LinkButton>
  )
}

const proposalTitles = {
  own: { meet: 'You proposed to meet', move: 'You asked to move the meeting' },
  other: { meet: 'proposes to meet', move: 'wants to move the meeting' },
}

function Proposal(props: PartProps & { proposal: NonNullable<Meeting['proposal']> }) {
  const { thread, meeting, proposal, steps, press, open } = props
  const isMove = meeting.agreed !== null
  const hasChoice = proposal.times.length > 1
  const isNewPlace = !isMove || meeting.agreed?.place !== proposal.place
  return (
    <div className="meeting-panel-row">
      <div className="meeting-panel-text">
        <p className="font-semibold" role="status">
          {!proposal.is_own && <bdi>{thread.other.name} </bdi>}
          {proposalTitles[proposal.is_own ? 'own' : 'other'][isMove ? 'move' : 'meet']}
        </p>
        {isNewPlace && <PlaceLine place={proposal} />}
        {!proposal.is_own && hasChoice && <span className="max-panes:sr-only">Choose a time:</span>}
        <ul className="meeting-panel-times">
          {proposal.times.map((time) => (
            <li key={time}>
              {proposal.is_own ? (
                formatMeetingTime(time)
              ) : (
                <Button
                  size="small"
                  busy={isSending(props, 'accept', time)}
                  aria-disabled={steps.isPending || undefined}
                  onClick={() => press('accept', time)}
                >
                  <span>
                    <span className={hasChoice ? 'sr-only' : undefined}>Accept </span>
                    {formatMeetingTime(time)}
                  </span>
                </Button>
              )}
              <OutsideHours place={proposal} time={time} />
            </li>
          ))}
        </ul>
      </div>
      <div className="meeting-panel-buttons">
        {meeting.moves.includes('withdraw') && (
          <Step {...props} answer="withdraw">
            Withdraw proposal
          </Step>
        )}
        {meeting.moves.includes('decline') && (
          <>
            <Button size="small" variant="secondary" onClick={() => open('propose')}>
              Suggest other times
            </Button>
            <Step {...props} answer="decline">
              {isMove ? 'Keep it as it is' : 'Decline'}
            </Step>
          </>
        )}
      </div>
    </div>
  )
}

function Step(props: PartProps & { answer: MeetingPress; children: ReactNode }) {
  const { answer, steps, press, children } = props
  return (
    <Button
      size="small"
      variant="secondary"
      busy={isSending(props, answer)}
      aria-disabled={steps.isPending || undefined}
      onClick={() => press(answer)}
    >
      {children}
    </Button>
  )
}

function PlaceLine({ place }: { place: MeetingPlace }) {
  const hours = placeHours(place)
  return (
    <p dir="auto" className="wrap-anywhere">
      {formatPlace(place).replace(/^the /, 'The ')}
      {hours && <span className="text-ink-2"> ({hours})</span>}
    </p>
  )
}

function OutsideHours({ place, time }: { place: MeetingPlace; time: string }) {
  const text = outsideHoursText(place, time)
  return text && <span className="meeting-panel-note">Outside opening hours.</span>
}
