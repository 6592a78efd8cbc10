import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { type CodeLoadError, loadCode, showCodeLoadError } from './load-code.ts'

interface LazyPartOptions {
  isNeeded: boolean
  /** Loads the code in idle time, before it is needed. */
  isLikely?: boolean
  /** Without it, a toast says that a part is missing; offline it waits for the connection, silently unless it was pressed. */
  onFailure?: (error: CodeLoadError) => void
}

interface LazyPart<Props> {
  /** Undefined until its code is there. */
  Part: ComponentType<Props> | undefined
  /** Whether its code was requested and did not come. */
  hasFailed: boolean
  /** For a press on what is in its place: tries again. */
  press: () => void
  /** Whether a press waits for the part, or has waited for it. */
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
    if (onFailure) onFailure(error)
    else if (isPressed) showCodeLoadError(error, "That didn't work. Try again, or reload the page.")
    else if (!error.isOffline) showCodeLoadError(error, "Part of this page didn't load.")
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
    if (!isLikely || isNeeded) return
    return whenIdle(() => loadCode(importPart).catch(() => undefined))
  }, [isLikely, isNeeded, importPart])

  return { Part, hasFailed, press, isPressed }
}

/** Returns a function that cancels it. Safari has no idle callbacks. */
function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(task)
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(task, 2000)
  return () => clearTimeout(timer)
}
