import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { type CodeLoadError, loadCode, showCodeLoadError } from './load-code.ts'

interface LazyPartOptions {
  isNeeded: boolean
  /** Loads the code in idle time, before it is needed. */
  isLikely?: boolean
  /**
   * Called when loading fails. With it, a toast also explains a failure while offline. Without it, the part waits for the
   * connection.
   */
  onFailure?: () => void
}

interface LazyPart<Props> {
  /** The component. It is undefined until its code has loaded. */
  Part: ComponentType<Props> | undefined
  /** Whether the code failed to load. */
  hasFailed: boolean
  /** Handles a press on the placeholder, which tries again. */
  press: () => void
  /** Whether the placeholder was pressed before the part loaded. */
  isPressed: boolean
}

/**
 * Loads the code of a component once it is needed. React's `lazy` would keep a failure and throw it at the whole page. This
 * hook tries again when the connection is back, when the part is needed again, or when it is pressed.
 */
export function useLazyPart<Props>(
  importPart: () => Promise<ComponentType<Props>>,
  { isNeeded, isLikely = false, onFailure }: LazyPartOptions,
): LazyPart<Props> {
  const [Part, setPart] = useState<ComponentType<Props>>()
  const [hasFailed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const [isPressed, setPressed] = useState(false)
  const press = () => {
    setPressed(true)
    setTries((count) => count + 1)
  }

  const handleFailure = useEffectEvent((error: CodeLoadError) => {
    setFailed(!error.isOffline)
    setPressed(false)
    onFailure?.()
    if (onFailure || isPressed || !error.isOffline) showCodeLoadError(error)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try runs it again
  useEffect(() => {
    if (!isNeeded || Part) return
    let isCurrent = true
    const load = () =>
      loadCode(importPart).then(
        (loaded) => isCurrent && setPart(() => loaded),
        (error) => isCurrent && handleFailure(error),
      )
    load()
    addEventListener('online', load)
    return () => {
      isCurrent = false
      removeEventListener('online', load)
    }
  }, [isNeeded, Part, tries, importPart])

  useEffect(() => {
    // Safari has no idle callbacks. It loads the code when it is needed.
    if (!isLikely || isNeeded || !('requestIdleCallback' in window)) return
    const id = requestIdleCallback(() => loadCode(importPart).catch(() => undefined))
    return () => cancelIdleCallback(id)
  }, [isLikely, isNeeded, importPart])

  return { Part, hasFailed, press, isPressed }
}
