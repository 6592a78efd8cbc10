import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'

const edgePx = 18

/** List items with chips. On phones they are one line, scrolled so that the first active chip is in sight. */
export function ChipRow({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const row = list.current
    const active = [...(row?.children ?? [])].find((item) => item.querySelector('.chip-active'))
    if (!row || !active) return
    // This sets the row's own scroll position, because scrollIntoView would move the page too.
    row.scrollLeft = active.getBoundingClientRect().right + edgePx - row.clientWidth
  }, [])
  return (
    <ul ref={list} aria-label={label} className={classNames('chip-row', className)}>
      {children}
    </ul>
  )
}
