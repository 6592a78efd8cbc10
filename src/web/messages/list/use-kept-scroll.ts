import { useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'

let keptTop = 0

/** For the list: Back and Forward from another page return to its scroll position, which the router does for the window only. */
export function useKeptScroll() {
  const element = useRef<HTMLElement>(null)
  const isHistoryNavigation = useNavigationType() === 'POP'
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    const list = element.current
    if (list && isHistoryNavigation && isFirst.current) list.scrollTop = keptTop
    isFirst.current = false
  }, [isHistoryNavigation])
  useLayoutEffect(() => {
    const list = element.current
    return () => {
      keptTop = list?.scrollTop ?? 0
    }
  }, [])
  return element
}
