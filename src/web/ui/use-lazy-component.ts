import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'

/**
 * A component whose code is loaded once it is needed; undefined until then. The next time that it is needed tries
 * again after a failure, which React's `lazy` would keep and throw at the whole page.
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
    if (isNeeded && !Component) load()
  }, [isNeeded, Component])
  return Component
}
