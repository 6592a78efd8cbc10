import { type ReactNode, useEffect, useRef } from 'react'

const edgePx = 18

/** List items with chips; on phones one line that scrolls sideways, at first to the last active chip. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const row = list.current
    const active = [...(row?.children ?? [])].findLast((item) => item.querySelector('.chip-active'))
    if (!row || !active) return
    // Not scrollIntoView, which would move the page too.
    row.scrollLeft = active.getBoundingClientRect().right + edgePx - row.clientWidth
  }, [])
  return (
    <ul ref={list} aria-label={label} className="chip-row">
      {children}
    </ul>
  )
}
