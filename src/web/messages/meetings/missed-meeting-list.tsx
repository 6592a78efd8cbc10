import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { formatMeetingTime, type NoShowView, noShowViewLabels } from '#contract/meeting-rules.ts'
import type { MissedMeetings } from '#contract/meetings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { errorMessage, useApi } from '../../queries/api.ts'
import { missedMeetingsQuery } from '../../session/account-queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useMeetingOutcome } from './meeting-actions.ts'

/** The meetings that the student did not come to, as others say. */
export function MissedMeetingList({ missed }: { missed: MissedMeetings }) {
  return (
    <ul className="-my-3 divide-y divide-line">
      {missed.map((meeting) => (
        <MissedMeeting key={meeting.meeting_id} meeting={meeting} />
      ))}
    </ul>
  )
}

const views = Object.keys(noShowViewLabels) as NoShowView[]

/** The student can answer here for as long as the claim stands. The conversation stops asking after two weeks. */
function MissedMeeting({ meeting }: { meeting: MissedMeetings[number] }) {
  const { thread_id, meeting_id, place, starts_at, view } = meeting
  const api = useApi()
  const queryClient = useQueryClient()
  const text = useRef<HTMLParagraphElement>(null)
  const { mutate, isPending, variables, error } = useMeetingOutcome(thread_id, meeting_id)
  const tell = (answer: NoShowView) =>
    mutate(answer, {
      onSuccess: async () => {
        await queryClient.invalidateQueries(missedMeetingsQuery(api))
        // The pressed button disappears.
        text.current?.focus()
      },
    })
  return (
    <li className="py-3">
      <p className="font-semibold">{formatMeetingTime(starts_at)}</p>
      <p dir="auto" className="wrap-anywhere text-ink-2">
        {place.replace(/^the /, 'The ')}
      </p>
      <p ref={text} tabIndex={-1}>
        {view ? `You said: ${noShowViewLabels[view]}. ` : 'What happened? '}
        <Link to={pagePaths.thread(thread_id)} className="link">
          Open the conversation
        </Link>
      </p>
      {!view && (
        <div className="mt-2 flex flex-wrap gap-2">
          {views.map((answer) => (
            <Button
              key={answer}
              size="small"
              variant="secondary"
              busy={isPending && variables === answer}
              onClick={() => tell(answer)}
            >
              {noShowViewLabels[answer]}
            </Button>
          ))}
        </div>
      )}
      <p role="alert" className="text-danger empty:hidden">
        {error && errorMessage(error)}
      </p>
    </li>
  )
}
