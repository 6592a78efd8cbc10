import { memo, type ReactNode, useState } from 'react'
import { campus } from '#campus/campus.ts'
import type { Message } from '#contract/messages.ts'
import { signalAdvice } from '#contract/signal-advice.ts'
import type { StructuredMessage } from '#contract/structured-messages.ts'
import { formatClock } from '#format/format.ts'
import { LazyReportDialog } from '../../reports/lazy-report-dialog.ts'
import { SignalNote } from '../../signals/signal-note.tsx'
import { classNames } from '../../ui/class-names.ts'
import { StructuredIcon } from './structured-text.tsx'
import './message-item.css'

type MessageItemProps = Pick<Message, 'is_own' | 'body'> & {
  writer: string
  signals?: Message['signals']
  structured?: Message['structured'] | undefined
  reportPath?: string | undefined
  created_at?: string
  /** Whether the time is visible. Screen readers always announce it. */
  showsTime?: boolean
  /** Shown below the text instead of the time. */
  children?: ReactNode
}

/** One message. The student's own messages are at the right and filled. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const {
    is_own,
    body,
    writer,
    signals = [],
    structured,
    reportPath,
    created_at,
    showsTime = true,
    children,
  } = props
  return (
    <li className={classNames('message-item', is_own && 'message-item-own')}>
      <span className="sr-only">{writer}: </span>
      <p
        dir="auto"
        className={classNames('message-item-text', structured && 'message-item-structured')}
      >
        {structured ? (
          <StructuredBody structured={structured} body={body} />
        ) : (
          <MessageText body={body} />
        )}
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

/** The first line says what it is about. The facts follow, one on each line. */
function StructuredBody({ structured, body }: { structured: StructuredMessage; body: string }) {
  const [first = '', ...facts] = keepTimesWhole(body).split('\n')
  return (
    <>
      <StructuredIcon structured={structured} />
      <span className="font-semibold">{first}</span>
      <MessageText body={facts.map((fact) => `\n${fact}`).join('')} />
    </>
  )
}

/** Keeps "11:00 am" on one line. */
export const keepTimesWhole = (text: string): string =>
  text.replace(/(\d) ([ap]m)\b/g, '$1\u00a0$2')

/** A warning about the words of a message. It is outside the message's frame, because the warning comes from the site. */
function MessageSignals({
  signals,
  reportPath,
}: Pick<Message, 'signals'> & { reportPath: string | undefined }) {
  return (
    <div className="message-item-signals">
      <p className="text-ink-2">A note from {campus.brand}</p>
      {signals.map((signal, index) => {
        const isLast = index === signals.length - 1
        return (
          <SignalNote
            key={signal.sentence}
            {...signal}
            advice={isLast ? signalAdvice(signals) : undefined}
          >
            {isLast && reportPath && <Report path={reportPath} />}
          </SignalNote>
        )
      })}
    </div>
  )
}

function Report({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="link min-h-9"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Report this conversation
      </button>
      <LazyReportDialog
        thing="conversation"
        path={path}
        reason="scam"
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

/**
 * The student's text as plain text, without links. Each address is isolated and runs from left to right, so that text in
 * another direction does not break it up. Its host is bold.
 */
export function MessageText({ body }: { body: string }) {
  return linkParts(body).map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <bdi key={index} dir="ltr">
        {part.before}
        <b>{part.host}</b>
        {part.after}
      </bdi>
    ),
  )
}

type TextPart = string | LinkPart

/** An address, split into its host and the parts before and after the host. */
interface LinkPart {
  before: string
  host: string
  after: string
}

/**
 * Matches an address, with a user name that may have quotes and angle brackets. After a slash, "www." is only a part of
 * the path of another host.
 */
const address =
  /\b(?=https?:\/\/|www\.)(?<![/\\?#]\S*)(?:https?:\/\/|(?=w))(?:[^\s/\\?#]*@)?[^\s<>"]+/gi

/** Splits a text into addresses and the text between them. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: link, index } of text.matchAll(address)) {
    if (index > end) parts.push(text.slice(end, index))
    parts.push(splitLink(link))
    end = index + link.length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** Finds the host as browsers do: it ends at the first slash, and the part before an @ is a user name. */
function splitLink(link: string): LinkPart {
  const [, scheme = '', authority = '', after = ''] =
    /^(https?:\/\/)?([^/\\?#]*)(.*)$/is.exec(link) ?? []
  const hostAt = authority.lastIndexOf('@') + 1
  return { before: scheme + authority.slice(0, hostAt), host: authority.slice(hostAt), after }
}
