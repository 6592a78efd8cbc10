import { ChevronDownIcon } from 'lucide-react'
import { Children, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../controls/button.tsx'

/**
 * A disclosure button with a list of links or buttons (`children`), without ARIA menu roles. The list is a popover: it opens
 * before JavaScript loads, and closes with Escape or a press elsewhere. JavaScript adds the arrow keys.
 */
export function Menu({
  label,
  icon,
  size,
  busy,
  children,
}: {
  label: string
  /** The icon, shown instead of the label. */
  icon?: ReactNode
  size?: 'small'
  /** Shows that a pressed item is at work. The menu stays closed meanwhile. */
  busy?: boolean
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
    const isBusy = () => button.ariaBusy === 'true'
    menu.addEventListener('keydown', (event) => !isBusy() && handleKeyDown(event, list), { signal })
    menu.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) list.hidePopover()
      },
      { signal },
    )
    list.addEventListener('click', () => close(list), { signal })
    if (!CSS.supports('position-area', 'bottom span-left')) placeBelow(list, button, signal)
    // Some browsers do not derive aria-expanded from the popover. It is not in the markup, where nothing would keep it up to
    // date.
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
        busy={busy}
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
        {Children.map(children, (item) => item && <li>{item}</li>)}
      </ul>
    </div>
  )
}

const isOpen = (list: HTMLElement) => list.matches(':popover-open')

/** Closes after a press on an item. The second press of a double click would hit what was behind the list. */
function close(list: HTMLElement) {
  list.hidePopover()
  const ignoreSecond = (event: MouseEvent) => {
    if (event.detail < 2) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('click', ignoreSecond, { capture: true, once: true })
}

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

/** Returns the index of the item that an arrow key, Home or End focuses. `current` is -1 when no item has the focus. */
export function nextMenuIndex(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count
    case 'ArrowUp':
      return (Math.max(current, 0) - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

/** Places the list below its button in browsers without anchor positioning, where CSS can only place it below the header. */
function placeBelow(list: HTMLElement, button: HTMLElement, signal: AbortSignal) {
  const place = () => {
    if (!list.matches(':popover-open')) return
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
  // The page or a part of it may scroll.
  document.addEventListener('scroll', place, { signal, capture: true, passive: true })
}
