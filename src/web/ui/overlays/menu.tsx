import { ChevronDownIcon } from 'lucide-react'
import { Children, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { loadCode } from '../load-code.ts'
import { nextMenuIndex } from './menu-keys.ts'

const importPlaceBelow = async () => (await import('./place-below.ts')).placeBelow

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
    if (!CSS.supports('position-area', 'bottom span-left')) {
      // Few browsers need it. Without it the list is below the header.
      loadCode(importPlaceBelow).then(
        (placeBelow) => placeBelow(list, button, signal),
        () => undefined,
      )
    }
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
