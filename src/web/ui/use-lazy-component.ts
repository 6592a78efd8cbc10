import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'

/**
 * A component whose code is loaded once it is needed; undefined until then. After a failure, which React's `lazy`
 * would keep and throw at the whole page, it is tried again when the connection is back or it is needed once more.
 */
export function useLazyComponent<Props>(
  importComponent: () => Promise<ComponentType<Props>>,
  { isNeeded, onFailure }: { isNeeded: boolean; onFailure?: () => void },
): ComponentType<Props> | undefined {
  const [Component, setComponent] = useState<ComponentType<Props>>()
  const load = useEffectEvent(() =>
    importComponent().then(
      (loaded) => setComponent(() => loaded),
      () => onFailure?.(),
    ),
  )
  useEffect(() => {
    if (!isNeeded || Component) return
    const tryAgain = () => load()
    load()
    addEventListener('online', tryAgain)
    return () => removeEventListener('online', tryAgain)
  }, [isNeeded, Component])
  return Component
}
