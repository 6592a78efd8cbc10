import { categoryById } from '#categories/index.ts'
import type { Thread } from '#contract/messages.ts'
import { pagePaths } from '#contract/paths.ts'
import { shownTitle } from '#contract/shown-title.ts'
import { statusLabel } from '#contract/wire-functions.ts'
import { useBackState } from '../../navigation/back-state.ts'
import { NavLink } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { classNames } from '../../ui/class-names.ts'
import { Badge } from '../../ui/content/badge.tsx'
import { formatListTime } from '../message-time.ts'
import { ThreadPhoto } from '../thread-photo.tsx'
import { useUnsentText } from './use-unsent-text.ts'
import './thread-row.css'

/** A thread of the list: all of it is the link. */
export function ThreadRow({ thread }: { thread: Thread }) {
  const { id, other, last_message, unread } = thread
  const today = useToday()
  return (
    <NavLink
      to={pagePaths.thread(id)}
      state={useBackState()}
      className={classNames('thread-row', unread > 0 && 'font-semibold')}
    >
      <span className="thread-row-photo">
        <ThreadPhoto thread={thread} />
      </span>
      <span className="thread-row-text">
        <span className="thread-row-line">
          <bdi>{other.name}</bdi>
          <time dateTime={last_message.created_at} className="text-ink-2 text-sm">
            {formatListTime(last_message.created_at, today)}
          </time>
        </span>
        <span className="thread-row-line text-sm">
          <span dir="auto">{shownTitle(thread)}</span>
          <ThreadStatus thread={thread} />
        </span>
        <span className="thread-row-line text-ink-2 text-sm">
          <LastText thread={thread} />
          {unread > 0 && (
            <span className="thread-row-unread">
              <span className="sr-only">{unread} unread</span>
            </span>
          )}
        </span>
      </span>
    </NavLink>
  )
}

/** What was last written, sent or not. */
function LastText({ thread: { id, state, last_message } }: { thread: Thread }) {
  const unsent = useUnsentText(id)
  if (state === 'blocked') {
    return (
      <span>
        <Badge className="thread-row-badge">Blocked</Badge>
      </span>
    )
  }
  if (!unsent)
    return <FirstLine label={last_message.is_own ? 'You: ' : ''} of={last_message.body} />
  return unsent.hasFailed ? (
    <FirstLine label="Not sent: " of={unsent.text} className="text-danger" />
  ) : (
    <FirstLine label="Draft: " of={unsent.text} />
  )
}

/** The label is not part of the text, which may run from right to left. */
function FirstLine({ label, of, className }: { label: string; of: string; className?: string }) {
  const [line] = of.trim().split('\n', 1)
  return (
    <span className={className}>
      {label}
      <bdi>{line}</bdi>
    </span>
  )
}

function ThreadStatus({ thread: { category, listing } }: { thread: Thread }) {
  if (listing?.status === 'available') return null
  return (
    <Badge className="thread-row-badge">
      {listing ? statusLabel(categoryById[category], listing) : 'Unavailable'}
    </Badge>
  )
}
