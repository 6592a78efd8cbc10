import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../../queries/api.ts'
import { useSession } from '../../session/session.tsx'
import { loadCode } from '../../ui/load-code.ts'
import { storedKeys } from '../../ui/store.ts'
import { pollMs } from '../unread-polling.ts'
import type { ThreadTarget } from './message-draft.ts'

/** Returns the threads with messages of the student that wait in this browser. Their keys are those of `storageKey`. */
export const findWaiting = (studentId: number): ThreadTarget[] =>
  storedKeys(new RegExp(`^unsent/${studentId}/thread/\\d+$`)).map((key) => ({
    studentId,
    threadId: Number(key.split('/').at(-1)),
  }))

/** Browsers report a network before it carries anything, so the first try often fails. */
const secondTryMs = 5_000

const importSending = () => import('./send-waiting.ts')

/**
 * Sends the student's messages that wait in this browser, on every page. Pages load the code for it only if there are any.
 */
export function useWaitingMessages() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { user } = useSession()
  // The server refuses messages until the email is confirmed. The conversation asks for that, not every page.
  const studentId = user?.confirmation === 'required' ? undefined : user?.id
  useEffect(() => {
    if (studentId === undefined) return
    const send = async () => {
      const targets = findWaiting(studentId)
      if (targets.length === 0) return
      const { sendWaiting } = await loadCode(importSending)
      for (const target of targets) await sendWaiting({ api, queryClient }, target)
    }
    // What cannot be sent now waits for the next try.
    const trySending = () => void send().catch(() => undefined)
    trySending()
    const timer = setInterval(() => document.visibilityState === 'visible' && trySending(), pollMs)
    let secondTry: ReturnType<typeof setTimeout>
    const handleOnline = () => {
      trySending()
      clearTimeout(secondTry)
      secondTry = setTimeout(trySending, secondTryMs)
    }
    window.addEventListener('online', handleOnline)
    return () => {
      clearInterval(timer)
      clearTimeout(secondTry)
      window.removeEventListener('online', handleOnline)
    }
  }, [api, queryClient, studentId])
}
