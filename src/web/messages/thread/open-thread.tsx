import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { SessionUser } from '#contract/accounts.ts'
import { isSoldChip, messageChips } from '#contract/message-chips.ts'
import { apiPaths } from '#contract/paths.ts'
import { StatusActions } from '../../listings/dashboard/status-actions.tsx'
import { SafetyBox } from '../../listings/detail/listing-notices.tsx'
import { useApi } from '../../queries/api.ts'
import { Spinner } from '../../ui/content/spinner.tsx'
import { rowFade } from '../../ui/controls/row-fade.ts'
import { useHeightProperty } from '../../ui/use-height-property.ts'
import { MeetingPanel } from '../meetings/meeting-panel.tsx'
import { ProposeButton } from '../meetings/propose-button.tsx'
import { inOrder, type Thread } from '../message-queries.ts'
import { useMessagesChanged, type usePolledMessages } from '../message-updates.ts'
import { useMessageDraft } from '../sending/message-draft.ts'
import { sendErrorMessage, type UnsentMessage } from '../sending/send-queue.ts'
import { useSendQueue } from '../sending/use-send-queue.ts'
import { Composer, NoComposer, SoldOffer } from './composer.tsx'
import { MessageItem } from './message-item.tsx'
import { MessageList } from './message-list.tsx'
import { isActive, isAsked, OfferButton, OfferPanel } from './offer-panel.tsx'
import { TellOthers } from './tell-others.tsx'
import { ThreadHeader } from './thread-header.tsx'
import './open-thread.css'

interface OpenThreadProps {
  user: SessionUser
  thread: Thread
  query: ReturnType<typeof usePolledMessages>
}

/** The header, messages and composer of one thread. */
export function OpenThread({ user, thread, query }: OpenThreadProps) {
  const { data, fetchNextPage } = query
  const messages = useMemo(() => (data ? inOrder(data) : []), [data])
  const loadEarlier = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const target = { studentId: user.id, threadId: thread.id }
  const field = useRef<HTMLTextAreaElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  useHeightProperty(foot, '--bottom-bar')
  useVisibleHeight()
  const [text, setText] = useMessageDraft(target, field)
  const [isAtEnd, setAtEnd] = useState(true)
  const [saysSold, setSaysSold] = useState(false)
  const [isTyping, onTyping] = useState(false)
  const typing = { isTyping, onTyping, startButton: useRef<HTMLButtonElement>(null) }
  const messagesChanged = useMessagesChanged()
  const { dataUpdatedAt: updatedAt } = query
  const queue = useSendQueue(target, { messages, updatedAt })
  useMarkRead({ thread, newestId: messages.at(-1)?.id ?? 0, isAtEnd, updatedAt })

  const send = (body: string) => {
    queue.send(body)
    setText('')
  }
  const { role } = thread
  const listing = thread.listing ?? { category: thread.category, price: 0, details: {} }
  const { offers, meetings } = data?.pages[0] ?? {}
  const hasDeal = offers?.last?.state === 'accepted'
  // The time of the data is also right while hydrating, and each poll moves it.
  const chips = messageChips(listing, {
    role,
    email: user.email,
    hasDeal,
    meeting: meetings?.current,
    now: updatedAt,
  })
  return (
    <div className="open-thread">
      <div className="open-thread-parts">
        <div className="open-thread-head">
          <ThreadHeader thread={thread} />
          {meetings?.earlier && (
            <MeetingPanel
              key={meetings.earlier.id}
              label="Earlier meeting"
              thread={thread}
              meeting={meetings.earlier}
              email={user.email}
            />
          )}
          {meetings?.current && (
            <MeetingPanel
              key={meetings.current.id}
              thread={thread}
              meeting={meetings.current}
              email={user.email}
            />
          )}
        </div>
        <MessageList
          safetyTip={<SafetyBox listing={listing} role={role} />}
          name={thread.other.name}
          messages={messages}
          reportPath={thread.other.id === null ? undefined : apiPaths.reportThread(thread.id)}
          earlier={{
            exist: query.hasNextPage,
            isLoading: query.isFetchingNextPage,
            hasFailed: query.isFetchNextPageError,
            load: loadEarlier,
          }}
          isAtEnd={isAtEnd}
          onAtEnd={setAtEnd}
          unsentCount={queue.unsent.length}
        >
          <UnsentList
            {...queue}
            onRetry={queue.retry}
            onEdit={({ body, client_id }) => {
              queue.remove(client_id)
              setText([body, text].filter(Boolean).join('\n'))
              field.current?.focus()
            }}
          />
        </MessageList>
        <div ref={foot} className="open-thread-foot">
          <div className="open-thread-next" data-active={(offers && isActive(offers)) || undefined}>
            {offers && (
              <OfferPanel
                threadId={thread.id}
                name={thread.other.name}
                {...{ role, listing, offers, ...typing }}
              />
            )}
            {thread.listing && (
              <TellOthers
                threadId={thread.id}
                listing={thread.listing}
                names={data?.pages[0]?.to_tell ?? []}
              />
            )}
            <div className={`open-thread-steps ${rowFade}`}>
              {offers && <OfferButton {...{ role, offers, ...typing }} />}
              {meetings?.can_propose && <ProposeButton thread={thread} email={user.email} />}
              {/* The answer to an offer comes first, and marks the listing by itself. */}
              {thread.listing && role === 'seller' && !isAsked(offers) && (
                <StatusActions
                  listing={thread.listing}
                  size="small"
                  variant="secondary"
                  withRenew={false}
                  onChanged={messagesChanged}
                />
              )}
            </div>
          </div>
          {thread.state === 'open' ? (
            <Composer
              name={thread.other.name}
              field={field}
              text={text}
              onChange={setText}
              // While an amount is typed, there is no room for them on a small phone.
              chips={isTyping ? [] : chips}
              onChip={(chip) => setSaysSold(isSoldChip(chip))}
              onSend={send}
            >
              {saysSold && thread.listing && (
                <SoldOffer listing={thread.listing} onDone={() => field.current?.focus()} />
              )}
            </Composer>
          ) : (
            <NoComposer thread={thread} />
          )}
        </div>
      </div>
    </div>
  )
}

/** The header of a thread whose messages are still loading. */
export function LoadingThread({ thread }: { thread: Thread }) {
  return (
    <div className="open-thread">
      <div className="open-thread-parts">
        <ThreadHeader thread={thread} />
        <div className="flex-1">
          <Spinner label="Loading…" />
        </div>
      </div>
    </div>
  )
}

interface UnsentListProps {
  unsent: readonly UnsentMessage[]
  isSending: boolean
  error?: unknown
  onRetry: () => void
  onEdit: (message: UnsentMessage) => void
}

/** The messages that the server has not confirmed, after all others. */
function UnsentList(props: UnsentListProps) {
  const { unsent, isSending, error, onRetry, onEdit } = props
  const hasFailed = unsent.length > 0 && !isSending && error !== undefined
  return (
    <>
      <ol className="message-list-items">
        {unsent.map((message) => (
          <MessageItem key={message.client_id} is_own body={message.body} writer="You">
            {isSending ? (
              <span className="message-item-note">Sending…</span>
            ) : (
              <span className="message-item-note message-item-failed">
                Not sent.
                <button type="button" className="link" onClick={onRetry}>
                  Try again
                </button>
                <button type="button" className="link" onClick={() => onEdit(message)}>
                  Edit
                </button>
              </span>
            )}
          </MessageItem>
        ))}
      </ol>
      <p role="alert" className="message-list-error">
        {hasFailed && (
          <>
            <span className="sr-only">Not sent. </span>
            {sendErrorMessage(error)}
          </>
        )}
      </p>
    </>
  )
}

interface Shown {
  thread: Pick<Thread, 'id' | 'unread'>
  /** The id of the newest message on the screen. Newer messages stay unread. */
  newestId: number
  isAtEnd: boolean
  /** The time of the last poll. A failed request is repeated after the next poll. */
  updatedAt: number
}

/** Marks the thread as read while its end is in sight in a visible tab. */
function useMarkRead({ thread: { id, unread }, newestId, isAtEnd, updatedAt }: Shown) {
  const api = useApi()
  const messagesChanged = useMessagesChanged()
  const isSeen = useIsTabVisible() && isAtEnd
  const readId = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs again after each poll
  useEffect(() => {
    if (!isSeen || unread === 0 || newestId <= readId.current) return
    readId.current = newestId
    api.post(apiPaths.readThread(id), { message_id: newestId }).then(messagesChanged, () => {
      readId.current = 0
    })
  }, [api, messagesChanged, id, unread, newestId, isSeen, updatedAt])
}

function subscribeToVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const useIsTabVisible = () =>
  useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === 'visible',
    () => false,
  )

/**
 * Tells the styles how much height a phone's keyboard leaves. Safari lays the keyboard over the page and scrolls the page.
 * Other browsers resize the page, as its viewport tag says.
 */
function useVisibleHeight() {
  useEffect(() => {
    const { visualViewport: viewport } = window
    if (!viewport) return
    const { style } = document.documentElement
    const update = () => {
      // While the reader is zoomed in, the visible height says nothing about the keyboard.
      const isCovered = viewport.scale === 1 && viewport.height < window.innerHeight - 1
      if (!isCovered) return style.removeProperty('--visible-height')
      style.setProperty('--visible-height', `${viewport.height}px`)
      window.scrollTo({ top: 0, behavior: 'instant' })
    }
    update()
    viewport.addEventListener('resize', update)
    return () => {
      viewport.removeEventListener('resize', update)
      style.removeProperty('--visible-height')
    }
  }, [])
}
