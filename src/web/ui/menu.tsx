import { ChevronDownIcon } from 'lucide-react'
import { Children, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { nextMenuIndex } from './menu-keys.ts'

/**
 * A disclosure button with a list of links or buttons (`children`), without ARIA menu roles. The list is a popover: it opens
 * before any code is there, and closes with Escape or a press elsewhere. The code adds the arrow keys.
 */
export function Menu({
  label,
  icon,
  size,
  children,
}: {
  label: string
  /** Shown instead of the label. */
  icon?: ReactNode
  size?: 'small'
  children: ReactNode
}) {
  const root = useRef<HTMLDivElement>(null)
  const listId = useId()

  useEffect(() => {
    const menu = root.current
    const button = menu?.querySelector('button')
    const list = menu?.querySelector('ul')
    if (!menu || !button || !list) return
    const listeners = new AbortController()
    const { signal } = listeners
    menu.addEventListener('keydown', (event) => handleKeyDown(event, list), { signal })
    menu.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) list.hidePopover()
      },
      { signal },
    )
    list.addEventListener('click', () => list.hidePopover(), { signal })
    if (!CSS.supports('position-area', 'bottom span-left')) placeBelow(list, button, signal)
    // For browsers that do not derive it from the popover; not before there is code to keep it true.
    const setExpanded = () => button.setAttribute('aria-expanded', String(isOpen(list)))
    list.addEventListener('toggle', setExpanded, { signal })
    setExpanded()
    return () => listeners.abort()
  }, [])

  return (
    <div ref={root} className="menu">
      <Button
        variant="quiet"
        size={icon ? 'icon' : size}
        aria-label={icon ? label : undefined}
        className="menu-button"
        popoverTarget={listId}
      >
        {icon ?? (
          <>
            {label}
            <span className="menu-chevron">
              <ChevronDownIcon size={18} />
            </span>
          </>
        )}
      </Button>
      <ul id={listId} popover="auto" className="menu-list">
        {Children.map(children, (item) => (
          <li>{item}</li>
        ))}
      </ul>
    </div>
  )
}

/** For browsers without anchor positioning, where the styles know only the place below the header. */
function placeBelow(list: HTMLElement, button: HTMLElement, signal: AbortSignal) {
  const place = () => {
    if (!isOpen(list)) return
    const { bottom, right } = button.getBoundingClientRect()
    const rightGap = document.documentElement.clientWidth - right
    const maxGap = document.documentElement.clientWidth - list.offsetWidth
    Object.assign(list.style, {
      top: `${bottom}px`,
      right: `${Math.max(0, Math.min(rightGap, maxGap))}px`,
      marginInline: '0',
    })
  }
  list.addEventListener('toggle', place, { signal })
  // What scrolls may be the page or a part of it.
  document.addEventListener('scroll', place, { signal, capture: true, passive: true })
}

const isOpen = (list: HTMLElement) => list.matches(':popover-open')

function handleKeyDown(event: KeyboardEvent, list: HTMLElement) {
  if (!isOpen(list) && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const items = [...list.querySelectorAll<HTMLElement>('a, button')]
  const current = items.findIndex((item) => item.matches(':focus'))
  const next = nextMenuIndex(event.key, current, items.length)
  if (next === undefined) return
  event.preventDefault()
  if (!isOpen(list)) list.showPopover()
  items[next]?.focus()
}
