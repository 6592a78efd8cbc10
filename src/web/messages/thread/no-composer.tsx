import { cannotMessageText } from '#contract/message-rules.ts'
import type { Thread } from '#contract/messages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useBlock } from '../use-block.ts'

/** Why nothing can be written, in place of the composer. */
export function NoComposer({ thread: { other, state } }: { thread: Thread }) {
  const { mutate: setBlocked, isPending } = useBlock(other)
  if (state !== 'blocked') {
    const reason = other.id === null ? 'This account was deleted.' : cannotMessageText
    return <p className="open-thread-closed">{reason}</p>
  }
  return (
    <div className="open-thread-closed">
      <p>
        You've blocked <bdi>{other.name}</bdi>, so you can't message each other.
      </p>
      <Button variant="secondary" size="small" busy={isPending} onClick={() => setBlocked(false)}>
        Unblock
      </Button>
    </div>
  )
}
