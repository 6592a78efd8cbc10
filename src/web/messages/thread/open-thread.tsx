import { useCallback, useMemo, useRef, useState } from 'react'
import { categoryById } from '#categories/index.ts'
import type { SessionUser } from '#contract/accounts.ts'
import { isSoldChip, messageChips } from '#contract/message-chips.ts'
import type { Thread } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { useHeightProperty } from '../../ui/use-height-property.ts'
import { inOrder } from '../message-pages.ts'
import type { usePolledMessages } from '../message-polling.ts'
import { useMessageDraft } from '../sending/message-draft.ts'
import { useSendQueue } from '../sending/use-send-queue.ts'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { NoComposer } from './no-composer.tsx'
import { SoldOffer } from './sold-offer.tsx'
import { ThreadHeader } from './thread-header.tsx'
import { UnsentList } from './unsent-list.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { useVisibleHeight } from './use-visible-height.ts'
import './open-thread.css'

interface OpenThreadProps {
  user: SessionUser
  thread: Thread
  query: ReturnType<typeof usePolledMessages>
}

/** Header, messages and composer of one thread. */
export function OpenThread({ user, thread, query }: OpenThreadProps) {
  const { data, fetchNextPage } = query
  const messages = useMemo(() => (data ? inOrder(data) : []), [data])
  const loadEarlier = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const target = { userId: user.id, threadId: thread.id }
  const category = categoryById[thread.category]
  const field = useRef<HTMLTextAreaElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  useHeightProperty(foot, '--bottom-bar')
  useVisibleHeight()
  const [text, setText] = useMessageDraft(target, field)
  const [isAtEnd, setAtEnd] = useState(true)
  const [saysSold, setSaysSold] = useState(false)
  const queue = useSendQueue(target, messages)
  const { dataUpdatedAt: updatedAt } = query
  useMarkRead({ thread, newestId: messages.at(-1)?.id ?? 0, isAtEnd, updatedAt })

  const send = (body: string) => {
    queue.send(body)
    setText('')
  }
  const { role } = thread
  const chips = messageChips(category, thread.listing, { role, email: user.email })
  return (
    <div className="open-thread">
      <div className="open-thread-parts">
        <ThreadHeader thread={thread} />
        <MessageList
          category={category}
          listing={thread.listing}
          role={role}
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
          {thread.state === 'open' ? (
            <Composer
              name={thread.other.name}
              field={field}
              text={text}
              onChange={setText}
              chips={chips}
              onChip={(chip) => setSaysSold(isSoldChip(chip))}
              onSend={send}
            >
              {saysSold && thread.listing && (
                <SoldOffer
                  category={category}
                  listing={thread.listing}
                  onDone={() => field.current?.focus()}
                />
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
