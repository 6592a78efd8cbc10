import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { type CodeLoadError, loadCode, showCodeLoadError } from './load-code.ts'

interface LazyPartOptions {
  isNeeded: boolean
  /** Loads the code in idle time, before it is needed. */
  isLikely?: boolean
  /** With it, a toast says why the part is missing while offline. Without it the part waits silently for the connection. */
  onFailure?: () => void
}

interface LazyPart<Props> {
  /** Undefined until its code has loaded. */
  Part: ComponentType<Props> | undefined
  /** Whether its code failed to load. */
  hasFailed: boolean
  /** Called by a press on the placeholder: tries again. */
  press: () => void
  /** Whether the placeholder was pressed before the part loaded. */
  isPressed: boolean
}

/**
 * A component whose code is loaded once it is needed. After a failure, which React's `lazy` would keep and throw at the
 * whole page, it is tried again when the connection is back, it is needed once more, or it is pressed.
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
    // Safari has no idle callbacks, and loads the code when it is needed.
    if (!isLikely || isNeeded || !('requestIdleCallback' in window)) return
    const id = requestIdleCallback(() => loadCode(importPart).catch(() => undefined))
    return () => cancelIdleCallback(id)
  }, [isLikely, isNeeded, importPart])

  return { Part, hasFailed, press, isPressed }
}
