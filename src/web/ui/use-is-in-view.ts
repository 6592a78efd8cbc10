import { type RefObject, useEffect, useState } from 'react'

interface Options {
  /** The result until the browser has measured. */
  initial: boolean
  /** The margin added around the root. A negative margin leaves out the part that something else covers. */
  margin: string
  /** The scroll container. The default is the viewport. */
  root?: RefObject<Element | null>
}

/** Returns whether an element is in the visible part of its scroll container. */
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
