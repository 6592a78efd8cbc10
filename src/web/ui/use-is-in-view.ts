import { type RefObject, useEffect, useState } from 'react'

interface Options {
  /** The answer until the browser has measured. */
  initial: boolean
  /** Added around the root. A negative margin leaves out what something else covers. */
  margin: string
  /** The scroll container; without it, the viewport. */
  root?: RefObject<Element | null>
}

/** Whether an element is in the visible part of its scroll container. */
export function useIsInView(
  element: RefObject<Element | null>,
  { initial, margin, root }: Options,
): boolean {
  const [isInView, setInView] = useState(initial)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)?.isIntersecting === true),
      { rootMargin: margin, root: root?.current ?? null },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, margin, root])
  return isInView
}
