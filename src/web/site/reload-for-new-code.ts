import { CodeLoadError } from '../ui/load-code.ts'

const storageKey = 'reloaded-at'
const minIntervalMs = 60_000

/**
 * Loads the document again when code is gone because a new version was deployed. Not twice in a minute: a file that is
 * really missing would reload for ever. What was typed into a listing's form is in its draft.
 */
export function reloadForNewCode(error: unknown) {
  if (!(error instanceof CodeLoadError) || !navigator.onLine) return
  const reloadedAt = Number(sessionStorage.getItem(storageKey))
  if (Date.now() - reloadedAt < minIntervalMs) return
  sessionStorage.setItem(storageKey, String(Date.now()))
  location.reload()
}
