import { useParams } from 'react-router'
import { useSession } from '../../session/session.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { readMessageDraft } from '../sending/message-draft.ts'
import type { ThreadTarget } from '../sending/message-storage.ts'
import { openSendQueue } from '../sending/send-queue.ts'

interface UnsentText {
  text: string
  /** It was sent, and did not arrive; otherwise it is a draft. */
  hasFailed: boolean
}

/** What is left to send in a thread. The open one shows it itself; the others change with the page, which renders the list. */
export function useUnsentText(threadId: number): UnsentText | undefined {
  const { user } = useSession()
  const isOpen = useParams().id === String(threadId)
  const isHydrated = useHydrated()
  return user && isHydrated && !isOpen ? readUnsentText({ userId: user.id, threadId }) : undefined
}

export function readUnsentText(target: ThreadTarget): UnsentText | undefined {
  const { unsent, isSending } = openSendQueue(target).getState()
  if (unsent[0] && !isSending) return { text: unsent[0].body, hasFailed: true }
  const text = readMessageDraft(target)
  return text ? { text, hasFailed: false } : undefined
}
