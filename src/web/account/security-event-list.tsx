import { formatMoment } from '#contract/format-moment.ts'
import type { SecurityEvent } from '#contract/own-account.ts'
import { useToday } from '../queries/use-today.ts'
import { DottedText } from '../ui/content/dotted-text.tsx'
import { securityEventText } from './security-event-text.ts'

/** The others are folded. */
const shownAtFirst = 8

export function SecurityEventList({ events }: { events: SecurityEvent[] }) {
  const older = events.slice(shownAtFirst)
  if (events.length === 0) return <p className="text-ink-2">Nothing yet.</p>
  return (
    <>
      <Events events={events.slice(0, shownAtFirst)} />
      {older.length > 0 && (
        <details className="mt-2">
          <summary className="cursor-pointer rounded-chip py-2.5 font-semibold">
            Show {older.length} more
          </summary>
          <Events events={older} />
        </details>
      )}
    </>
  )
}

function Events({ events }: { events: SecurityEvent[] }) {
  const today = useToday()
  return (
    <ul className="-my-2.5 divide-y divide-line">
      {events.map((event) => (
        <li key={event.id} className="py-2.5">
          <p>{securityEventText(event)}</p>
          <p className="text-ink-2 text-sm">
            <DottedText>
              {[event.device, formatMoment(event.createdAt, today)].filter(Boolean).join(' · ')}
            </DottedText>
          </p>
        </li>
      ))}
    </ul>
  )
}
