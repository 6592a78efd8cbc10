import { memo, type ReactNode } from 'react'
import { formatClock } from '#contract/format-moment.ts'
import type { Message } from '#contract/messages.ts'
import { classNames } from '../../ui/class-names.ts'
import { MessageSignals } from './message-signals.tsx'
import { MessageText } from './message-text.tsx'
import './message-item.css'

type MessageItemProps = Pick<Message, 'is_own' | 'body'> & {
  writer: string
  signals?: Message['signals']
  reportPath?: string | undefined
  created_at?: string
  /** Screen readers are told it in any case. */
  showsTime?: boolean
  /** Below it, instead of the time. */
  children?: ReactNode
}

/** One's own are at the right and filled. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const {
    is_own,
    body,
    writer,
    signals = [],
    reportPath,
    created_at,
    showsTime = true,
    children,
  } = props
  return (
    <li className={classNames('message-item', is_own && 'message-item-own')}>
      <span className="sr-only">{writer}: </span>
      <p dir="auto" className="message-item-text">
        <MessageText body={body} />
      </p>
      {signals.length > 0 && <MessageSignals signals={signals} reportPath={reportPath} />}
      {created_at && (
        <time dateTime={created_at} className={showsTime ? 'message-item-note' : 'sr-only'}>
          {formatClock(created_at)}
        </time>
      )}
      {children}
    </li>
  )
})
