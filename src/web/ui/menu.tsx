import { Children, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { nextMenuIndex } from './menu-keys.ts'

/** A disclosure button with a list of links (`children`), without ARIA menu roles. */
export function Menu({ label, children }: { label: ReactNode; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const listId = useId()

  useEffect(() => {
    const menu = root.current
    if (!menu) return
    const listeners = new AbortController()
    const { signal } = listeners
    menu.addEventListener('keydown', (event) => handleKeyDown(event, menu, open, setOpen), {
      signal,
    })
    if (open) {
      const closeOutside = ({ target }: Event) => {
        if (target instanceof Node && !menu.contains(target)) setOpen(false)
      }
      document.addEventListener('pointerdown', closeOutside, { signal })
      document.addEventListener('focusin', closeOutside, { signal })
      menu.querySelector('ul')?.addEventListener('click', () => setOpen(false), { signal })
    }
    return () => listeners.abort()
  }, [open])

  return (
    <div ref={root} className="menu">
      <Button
        variant="quiet"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        {label}
        <span className="menu-chevron">
          <Icon name="down" size={18} />
        </span>
      </Button>
      <ul id={listId} className="menu-list">
        {Children.map(children, (link) => (
          <li>{link}</li>
        ))}
      </ul>
    </div>
  )
}

function handleKeyDown(
  event: KeyboardEvent,
  menu: HTMLElement,
  open: boolean,
  setOpen: (open: boolean) => void,
) {
  const button = menu.querySelector('button')
  if (event.key === 'Escape' && open) {
    setOpen(false)
    button?.focus()
    return
  }
  if (!open && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const links = [...menu.querySelectorAll<HTMLElement>('li a')]
  const current = links.findIndex((link) => link.matches(':focus'))
  const next = nextMenuIndex(event.key, current, links.length)
  if (next === undefined) return
  event.preventDefault()
  // Set before React renders: a hidden link cannot take the focus.
  button?.setAttribute('aria-expanded', 'true')
  setOpen(true)
  links[next]?.focus()
}
