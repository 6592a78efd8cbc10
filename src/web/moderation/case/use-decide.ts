import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import { apiPaths } from '#contract/paths.ts'
import { errorMessage, useApi } from '../../queries/api.ts'
import { proveFirst } from '../../session/identity/identity-request.ts'
import { dismissToast, getToasts, showToast } from '../../ui/overlays/toast-store.ts'

/** A decision that was made: the id of its log entry, and a sentence that confirms it. */
interface Decided {
  id: number
  message: string
}

/**
 * Sends decisions. Afterwards all data is refetched, because lists on the site may show what is gone, and a toast confirms
 * the decision.
 */
export function useDecide() {
  const api = useApi()
  const queryClient = useQueryClient()
  const send = async (path: string, body: object) => {
    // A ban, and its undo, ask for the second factor again.
    const decided = await proveFirst(() => api.post<Decided>(path, body))
    await queryClient.invalidateQueries()
    return decided
  }

  /** Undoes a decision from its toast, which may outlive the page of the case. */
  const undoAtOnce = async (id: number) => {
    const key = toastKey(id)
    showToast({ key, variant: 'busy', text: 'Undoing…' })
    try {
      const body = { reason: 'mistake', note: '', seen: id }
      const { message } = await send(apiPaths.undoDecision(id), body)
      showToast({ key, variant: 'ok', text: message })
    } catch (error) {
      showToast({ key, variant: 'danger', text: errorMessage(error) })
    }
  }

  return {
    /** Sends a decision, with an Undo button in the toast. */
    decide: async (path: string, body: object) => {
      const { id, message } = await send(path, body)
      const action = { label: 'Undo', onClick: () => void undoAtOnce(id) }
      showToast({ key: toastKey(id), variant: 'ok', text: message, action })
    },
    /** Sends something final: an undo, or the decision on an appeal. */
    decideWithoutUndo: async (path: string, body: object) => {
      const { id, message } = await send(path, body)
      showToast({ key: toastKey(id), variant: 'ok', text: message })
    },
  }
}

const toastKey = (id: number) => `decision ${id}`

/** Removes what decisions have said. A toast that still works on something stays. */
export function dismissDecisionToasts() {
  for (const { id, key, variant } of getToasts()) {
    if (key?.startsWith('decision ') && variant !== 'busy') dismissToast(id)
  }
}

/** Moves the focus to `fallback` when a dialog closes and its decision has removed the button that opened it. */
export function useFocusAfterDialog(isOpen: boolean, fallback: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!isOpen) return
    return () => {
      const { activeElement } = document
      const isLost = activeElement === document.body || activeElement?.closest('dialog')
      if (isLost) fallback.current?.focus({ preventScroll: true })
    }
  }, [isOpen, fallback])
}
