import type { SecurityEvent, SecurityEventKind } from '#contract/own-account.ts'
import { formatMoment } from '#format/format.ts'
import { useToday } from '../queries/use-today.ts'
import { DottedText } from '../ui/content/dotted-text.tsx'

const texts: Record<SecurityEventKind, (count: number) => string> = {
  login: () => 'Logged in',
  'login failure': (count) => (count === 1 ? 'Failed login' : `${count} failed logins`),
  'reset request': (count) =>
    count === 1 ? 'Reset link requested' : `${count} reset links requested`,
  'password reset': () => 'Password reset',
  'password change': () => 'Password changed',
  'email confirmation': () => 'University email confirmed',
  'session end': () => 'Device logged out',
  'data export': () => 'Data downloaded',
  'account deletion': () => 'Account deleted',
  'role change': () => 'Role changed by an admin',
  'passkey added': () => 'Passkey added',
  'passkey removed': () => 'Passkey removed',
  'passkey refused': () => 'Passkey refused, because it may have been copied',
  'second factor added': () => 'Authenticator app set up',
  'second factor removed': () => 'Authenticator app removed',
  'second factor failure': () => 'Wrong code for the second factor',
  'second factor reset': () => 'Second factor reset by an operator',
  'recovery codes made': () => 'New recovery codes made',
  'recovery code used': () => 'Recovery code used',
  'university account joined': () => 'University account connected',
}

/** Returns texts such as "Logged in" and "3 failed logins". */
export const securityEventText = ({ kind, count }: Pick<SecurityEvent, 'kind' | 'count'>) =>
  texts[kind](count)

/** The number of events shown at first. Older events are folded. */
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
