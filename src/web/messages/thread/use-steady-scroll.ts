import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps what is being read in its place when a message is added below it. The list is reversed, so that earlier messages
 * move nothing; browsers that anchor scrolling would undo that, and others do not have it.
 */
export function useSteadyScroll(
  list: RefObject<HTMLElement | null>,
  { newestId, isAtEnd }: { newestId: number; isAtEnd: boolean },
) {
  const last = useRef({ newestId, height: 0 })
  useLayoutEffect(() => {
    if (!list.current) return
    const { scrollHeight: height } = list.current
    const isAdded = newestId !== last.current.newestId
    if (isAdded && !isAtEnd) list.current.scrollTop -= height - last.current.height
    last.current = { newestId, height }
  })
}
