import type { FocusEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/**
 * Scrolls a focused card into view. Browsers do not if part of it is visible. A mouse press is left alone: its click would
 * miss the moved card.
 */
function showWhole({ target }: FocusEvent) {
  if (target.matches(':focus-visible'))
    target.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The number of columns on wide screens. */
export type CardColumns = 1 | 2 | 3 | 4

const columnClasses: Record<CardColumns, string> = {
  1: 'lg:grid-cols-1',
  2: 'lg:grid-cols-2',
  3: 'lg:grid-cols-3',
  4: 'lg:grid-cols-4',
}

/** Cards in a row that scrolls sideways. On wide screens they form a grid. */
export function CardRow({
  columns = 4,
  children,
}: {
  columns?: CardColumns | undefined
  children: ReactNode
}) {
  return (
    <ul
      onFocus={showWhole}
      className={classNames(
        '-mx-4.5 mt-3 flex scroll-px-4.5 gap-4 overflow-x-auto px-4.5 pt-2 pb-4 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:grid lg:gap-5.5 lg:overflow-visible lg:px-0',
        columnClasses[columns],
      )}
    >
      {children}
    </ul>
  )
}

export function CardRowItem({
  narrowOnly = false,
  children,
}: {
  /** Leaves the card out on wide screens, where there is no column for it. */
  narrowOnly?: boolean
  children: ReactNode
}) {
  return (
    <li
      className={classNames(
        'w-4/5 flex-none xs:w-[42%] md:w-[28%] lg:w-auto',
        narrowOnly && 'lg:hidden',
      )}
    >
      {children}
    </li>
  )
}
