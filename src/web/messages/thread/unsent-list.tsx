import { sendErrorMessage } from '../sending/send-message.ts'
import type { UnsentMessage } from '../sending/send-queue.ts'
import { MessageItem } from './message-item.tsx'

interface UnsentListProps {
  unsent: readonly UnsentMessage[]
  isSending: boolean
  error?: unknown
  onRetry: () => void
  onEdit: (message: UnsentMessage) => void
}

/** Messages that the server has not confirmed, after all others. */
export function UnsentList(props: UnsentListProps) {
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
