import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { maxReportedMessages } from '#contract/message-rules.ts'
import type { CaseReport } from '#contract/moderation.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ReportedMessages } from '#contract/reported-messages.ts'
import { formatMoment } from '#format/format.ts'
import { MessageText } from '../../messages/thread/message-item.tsx'
import { errorMessage, useApi } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { Badge } from '../../ui/content/badge.tsx'
import { Callout } from '../../ui/content/callout.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { moderationKey } from '../moderation-queries.ts'

/**
 * The reported conversation of a report, if there is one. It loads only when the moderator asks for it, because reading it
 * is logged.
 */
export function ReportedConversation({
  reportId,
  thread,
}: {
  reportId: number
  thread: NonNullable<CaseReport['thread']>
}) {
  const read = useReadMessages(reportId)
  const headingId = useId()
  return (
    <div className="grid gap-2">
      <p id={headingId} dir="auto">
        About a conversation on {thread.title ? `“${thread.title}”` : 'a listing that was removed'}
      </p>
      {read.data && <Messages messages={read.data.messages} describedBy={headingId} />}
      {!read.data && thread.whyNotRead === null && (
        <div>
          <Button
            variant="secondary"
            size="small"
            busy={read.isPending}
            aria-describedby={headingId}
            onClick={() => read.mutate()}
          >
            Show the conversation
          </Button>
          <p className="mt-2 text-ink-2 text-sm">
            Its last {maxReportedMessages} messages before the report. The log will say that you
            read them.
          </p>
        </div>
      )}
      {thread.whyNotRead && <p className="text-ink-2 text-sm">{thread.whyNotRead}</p>}
      {read.error && <Callout variant="danger">{errorMessage(read.error)}</Callout>}
    </div>
  )
}

function useReadMessages(reportId: number) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.post<ReportedMessages>(apiPaths.reportedMessages(reportId)),
    // Refetch the case, because its log has a new entry.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [moderationKey] }),
  })
}

/** The messages. They take the focus from the button that they replace. They are plain text without links. */
export function Messages({ messages, describedBy }: ReportedMessages & { describedBy: string }) {
  const today = useToday()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => list.current?.focus(), [])
  return (
    <ol
      ref={list}
      tabIndex={-1}
      aria-label="Conversation"
      aria-describedby={describedBy}
      className="divide-y divide-line border-gold border-l-4 pl-6 outline-none"
    >
      {messages.map(({ id, isFromReporter, name, body, createdAt }) => (
        <li key={id} className="grid gap-1 py-3">
          <p className="flex flex-wrap items-center gap-2">
            <span dir="auto" className="font-semibold">
              {name}
            </span>
            <Badge>{isFromReporter ? 'Reporter' : 'Reported'}</Badge>
            <span className="text-ink-2 text-sm">{formatMoment(createdAt, today)}</span>
          </p>
          <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
            <MessageText body={body} />
          </p>
        </li>
      ))}
    </ol>
  )
}
