import { memo } from 'react'
import type { Message } from '#contract/messages.ts'
import { useToday } from '../../queries/use-today.ts'
import { formatDay } from '../message-time.ts'
import { endsRun, groupByDay } from './group-by-day.ts'
import { MessageItem } from './message-item.tsx'

interface MessageDaysProps {
  /** Of the other. */
  name: string
  messages: readonly Message[]
  /** Undefined where nobody is left to report. */
  reportPath: string | undefined
}

/** The messages under their days; memo, because there may be thousands beside a field in which someone types. */
export const MessageDays = memo(function MessageDays(props: MessageDaysProps) {
  const { name, messages, reportPath } = props
  const today = useToday()
  return groupByDay(messages).map(({ day, messages: ofDay }) => (
    <div key={day}>
      <h2 className="message-list-day">{formatDay(day, today)}</h2>
      <ol className="message-list-items">
        {ofDay.map((message, index) => (
          <MessageItem
            key={message.client_id}
            writer={message.is_own ? 'You' : name}
            showsTime={endsRun(message, ofDay[index + 1])}
            reportPath={reportPath}
            {...message}
          />
        ))}
      </ol>
    </div>
  ))
})
