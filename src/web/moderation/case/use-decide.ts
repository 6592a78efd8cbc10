import { useQueryClient } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import { errorMessage, useApi } from '../../queries/api.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'

/** What was decided: its entry in the log, and a sentence that says so. */
interface Decided {
  id: number
  message: string
}

/** Sends decisions. Then everything is fetched again, since lists of the site may show what is gone, and a toast says it. */
export function useDecide() {
  const api = useApi()
  const queryClient = useQueryClient()
  const send = async (path: string, body: object) => {
    const decided = await api.post<Decided>(path, body)
    await queryClient.invalidateQueries()
    return decided
  }

  /** From a toast, which may outlive the page of its case. */
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
    /** With an Undo in the toast. */
    decide: async (path: string, body: object) => {
      const { id, message } = await send(path, body)
      const action = { label: 'Undo', onClick: () => void undoAtOnce(id) }
      showToast({ key: toastKey(id), variant: 'ok', text: message, action })
    },
    /** What is final: an undo, or the decision of an appeal. */
    decideWithoutUndo: async (path: string, body: object) => {
      const { id, message } = await send(path, body)
      showToast({ key: toastKey(id), variant: 'ok', text: message })
    },
  }
}

const toastKey = (id: number) => `decision ${id}`
