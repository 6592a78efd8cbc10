import type { FocusEvent, ReactNode } from 'react'

/**
 * Scrolls a focused card into view. Browsers do not if part of it is visible. A mouse press is left alone: its click would
 * miss the moved card.
 */
function showWhole({ target }: FocusEvent) {
  if (target.matches(':focus-visible'))
    target.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Cards in a row that scrolls sideways. On tablets they form a grid of two columns, and of four on wide screens. */
export function CardRow({ children }: { children: ReactNode }) {
  return (
    <ul
      onFocus={showWhole}
      className="-mx-4.5 mt-3 flex scroll-px-4.5 gap-4 overflow-x-auto px-4.5 pt-2 pb-4 sm:-mx-6 sm:scroll-px-6 sm:px-6 md:mx-0 md:grid md:grid-cols-2 md:gap-5.5 md:overflow-visible md:px-0 lg:grid-cols-4"
    >
      {children}
    </ul>
  )
}

export function CardRowItem({ children }: { children: ReactNode }) {
  return <li className="w-4/5 flex-none xs:w-[42%] md:w-auto">{children}</li>
}
