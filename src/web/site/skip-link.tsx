import type { MouseEvent, RefObject } from 'react'

/** The id of the element that has the page. */
export const mainId = 'main'

/** The first link of every page, for those who use the keyboard. */
export function SkipLink({ main }: { main: RefObject<HTMLElement | null> }) {
  // The browser's own jump would add a history entry without a key, which gets the first page's scroll position.
  const skipToMain = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.focus({ preventScroll: true })
    main.current?.scrollIntoView({ behavior: 'instant' })
  }
  return (
    <a href={`#${mainId}`} className="site-skip-link print:hidden" onClick={skipToMain}>
      Skip to content
    </a>
  )
}
