import { ArrowDownIcon } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import type { Message, Thread } from '#contract/messages.ts'
import { signalAdvice } from '#contract/signal-advice.ts'
import { SafetyBox } from '../../listings/detail/safety-box.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useIsInView } from '../../ui/use-is-in-view.ts'
import { MessageDays } from './message-days.tsx'
import { useSteadyScroll } from './use-steady-scroll.ts'
import './message-list.css'

interface MessageListProps {
  category: AnyCategory
  listing: Listing | null
  role: Thread['role']
  /** Of the other. */
  name: string
  messages: readonly Message[]
  reportPath: string | undefined
  earlier: { exist: boolean; isLoading: boolean; hasFailed: boolean; load: () => void }
  isAtEnd: boolean
  onAtEnd: (isAtEnd: boolean) => void
  /** What is being sent; a new one scrolls to the end. */
  unsentCount: number
  children: ReactNode
}

/**
 * The messages, in a scroll container whose direction is reversed: it opens at its end, stays there when a message comes,
 * and stays where it is when earlier ones are put before.
 */
export function MessageList(props: MessageListProps) {
  const { category, listing, role, name, messages, reportPath, earlier } = props
  const { isAtEnd, onAtEnd, unsentCount, children } = props
  const list = useRef<HTMLElement>(null)
  const end = useRef<HTMLDivElement>(null)
  useSteadyScroll(list, { newestId: messages.at(-1)?.id ?? 0, isAtEnd })
  const isEndInView = useIsInView(end, { initial: true, margin: '40px 0px', root: list })
  useEffect(() => onAtEnd(isEndInView), [isEndInView, onAtEnd])
  const scrollToEnd = () => {
    if (list.current) list.current.scrollTop = 0
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each one that is sent
  useEffect(scrollToEnd, [unsentCount])

  return (
    <div className="message-list">
      <section
        ref={list}
        aria-label={`Messages with ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        className="message-list-scroll"
      >
        <div className="message-list-content">
          {/* For each page a new one: where the last one was seen says nothing of the next. */}
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
              <SafetyBox category={category} listing={listing ?? {}} role={role} />
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
          // The button goes.
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

/** Announces what has come from the other, and leads to it from further above. */
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

/** With what is said below it. */
function announcement(name: string, { body, signals }: Message): string {
  const message = `${name}: ${body}`
  if (signals.length === 0) return message
  const sentences = signals.map(({ sentence }) => sentence).join(' ')
  return `${message}\n${brand}: ${sentences} ${signalAdvice(signals)}`
}
