import { formatMeetingTime, noShowViewLabels } from '#contract/meeting-rules.ts'
import type { MissedMeetings } from '#contract/meetings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'

/** The meetings that the student did not come to, as others say. The view is given in the conversation. */
export function MissedMeetingList({ missed }: { missed: MissedMeetings }) {
  return (
    <ul className="-my-3 divide-y divide-line">
      {missed.map(({ thread_id, meeting_id, place, starts_at, view }) => (
        <li key={meeting_id} className="py-3">
          <p className="font-semibold">{formatMeetingTime(starts_at)}</p>
          <p dir="auto" className="wrap-anywhere text-ink-2">
            {place}
          </p>
          <p>
            {view ? `You said: ${noShowViewLabels[view]}. ` : 'You have not said what you think. '}
            <Link to={pagePaths.thread(thread_id)} className="link">
              Open the conversation
            </Link>
          </p>
        </li>
      ))}
    </ul>
  )
}
