import { ArrowDownIcon } from 'lucide-react'
import {
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { campus } from '#campus/campus.ts'
import type { Message } from '#contract/messages.ts'
import { signalAdvice } from '#contract/signal-advice.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { useToday } from '../../queries/use-today.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useHeightProperty } from '../../ui/use-height-property.ts'
import { useIsInView } from '../../ui/use-is-in-view.ts'
import { formatDay } from '../message-time.ts'
import { MessageItem } from './message-item.tsx'
import './message-list.css'

interface MessageListProps {
  /** Shown above the first message. */
  safetyTip: ReactNode
  /** The name of the other student. */
  name: string
  messages: readonly Message[]
  reportPath: string | undefined
  earlier: { exist: boolean; isLoading: boolean; hasFailed: boolean; load: () => void }
  isAtEnd: boolean
  onAtEnd: (isAtEnd: boolean) => void
  /** The number of messages being sent. Each new one scrolls the list to its end. */
  unsentCount: number
  children: ReactNode
}

/**
 * The messages, in a scroll container with reversed direction: it opens at its end, stays there when a message arrives, and
 * does not move when earlier messages are added before the others.
 */
export function MessageList(props: MessageListProps) {
  const { safetyTip, name, messages, reportPath, earlier } = props
  const { isAtEnd, onAtEnd, unsentCount, children } = props
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLElement>(null)
  const end = useRef<HTMLDivElement>(null)
  useHeightProperty(box, '--toast-area')
  useSteadyScroll(list, { newestId: messages.at(-1)?.id ?? 0, isAtEnd })
  const isEndInView = useIsInView(end, { initial: true, margin: '40px 0px', root: list })
  useEffect(() => onAtEnd(isEndInView), [isEndInView, onAtEnd])
  const scrollToEnd = () => {
    if (list.current) list.current.scrollTop = 0
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls each time a message is sent
  useEffect(scrollToEnd, [unsentCount])

  return (
    <div ref={box} className="message-list">
      <section
        ref={list}
        aria-label={`Messages with ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll the list
        tabIndex={0}
        className="message-list-scroll"
      >
        <div className="message-list-content">
          {/* The key creates a new element for each page: the old element's position says nothing about the next page. */}
          {earlier.exist && <NearStart key={messages[0]?.id} list={list} onSeen={earlier.load} />}
          <div className="message-list-start">
            {earlier.exist ? (
              <Button
                variant="secondary"
                size="small"
                busy={earlier.isLoading}
                onClick={earlier.load}
              >
                {earlier.hasFailed ? 'Try again to load earlier messages' : 'Earlier messages'}
              </Button>
            ) : (
              safetyTip
            )}
          </div>
          <MessageDays name={name} messages={messages} reportPath={reportPath} />
          {children}
          <div ref={end} className="message-list-end" />
        </div>
      </section>
      <NewMessages
        {...{ name, messages, isAtEnd }}
        onPress={() => {
          // The button disappears, so move the focus.
          list.current?.focus()
          scrollToEnd()
        }}
      />
    </div>
  )
}

function NearStart({ list, onSeen }: { list: RefObject<HTMLElement | null>; onSeen: () => void }) {
  const element = useRef<HTMLDivElement>(null)
  const isSeen = useIsInView(element, { initial: false, margin: '400px 0px', root: list })
  useEffect(() => {
    if (isSeen) onSeen()
  }, [isSeen, onSeen])
  return <div ref={element} className="message-list-start" />
}

interface NewMessagesProps {
  name: string
  messages: readonly Message[]
  isAtEnd: boolean
  onPress: () => void
}

/** Announces new messages from the other student. A button leads to them if the reader has scrolled up. */
function NewMessages({ name, messages, isAtEnd, onPress }: NewMessagesProps) {
  const newestId = messages.at(-1)?.id ?? 0
  const [seenId, setSeenId] = useState(newestId)
  const [announced, setAnnounced] = useState({ newestId, text: '' })
  if (isAtEnd && seenId !== newestId) setSeenId(newestId)
  const fromOtherSince = (id: number) => messages.filter((each) => each.id > id && !each.is_own)
  if (announced.newestId !== newestId) {
    const fresh = fromOtherSince(announced.newestId)
    setAnnounced({ newestId, text: fresh.map((each) => announcement(name, each)).join('\n') })
  }
  return (
    <>
      <p role="status" className="sr-only">
        {announced.text}
      </p>
      {!isAtEnd && fromOtherSince(seenId).length > 0 && (
        <Button size="small" className="message-list-new" onClick={onPress}>
          <ArrowDownIcon size={18} />
          New messages
        </Button>
      )}
    </>
  )
}

/** The text for screen readers: the message, then its signals. */
function announcement(name: string, { body, signals }: Message): string {
  const message = `${name}: ${body}`
  if (signals.length === 0) return message
  const sentences = signals.map(({ sentence }) => sentence).join(' ')
  return `${message}\n${campus.brand}: ${sentences} ${signalAdvice(signals)}`
}

interface MessageDaysProps {
  /** The name of the other student. */
  name: string
  messages: readonly Message[]
  /** The path for reports, or undefined if there is nobody left to report. */
  reportPath: string | undefined
}

/**
 * The messages, grouped by day. They are memoized, because there may be thousands beside the field in which the student
 * types.
 */
const MessageDays = memo(function MessageDays(props: MessageDaysProps) {
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

/** Messages of one writer that follow each other within this time show one time together. */
const runMs = 5 * 60_000

interface DayOfMessages<Item> {
  /** The day on campus, YYYY-MM-DD. */
  day: string
  messages: Item[]
}

/** Groups messages by day. The messages have to be sorted by time. */
export function groupByDay<Item extends { created_at: string }>(
  messages: readonly Item[],
): DayOfMessages<Item>[] {
  const days: DayOfMessages<Item>[] = []
  for (const message of messages) {
    const day = campusIsoDate(Date.parse(message.created_at))
    const last = days.at(-1)
    if (last?.day === day) last.messages.push(message)
    else days.push({ day, messages: [message] })
  }
  return days
}

/** Whether a message is the last in a run of messages by the same writer. */
export function endsRun(
  message: Pick<Message, 'is_own' | 'created_at'>,
  next: Pick<Message, 'is_own' | 'created_at'> | undefined,
): boolean {
  if (!next || next.is_own !== message.is_own) return true
  return Date.parse(next.created_at) - Date.parse(message.created_at) > runMs
}

/**
 * Keeps the text being read in place when a message is added below it. Earlier messages move nothing, because the list is
 * reversed. Scroll anchoring is off, because it would scroll the list a second time, and some browsers lack it.
 */
function useSteadyScroll(
  list: RefObject<HTMLElement | null>,
  { newestId, isAtEnd }: { newestId: number; isAtEnd: boolean },
) {
  const last = useRef({ newestId, height: 0 })
  useLayoutEffect(() => {
    if (!list.current) return
    const { scrollHeight: height } = list.current
    const isAdded = newestId !== last.current.newestId
    if (isAdded && !isAtEnd) list.current.scrollTop -= height - last.current.height
    last.current = { newestId, height }
  })
}
