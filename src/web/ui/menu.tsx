import { Children, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import type { ButtonLook } from './button-class.ts'
import { Icon } from './icon.tsx'
import { nextMenuIndex } from './menu-keys.ts'

export type MenuProps = ButtonLook & {
  label: ReactNode
  align?: 'start' | 'end'
  /** Links or buttons, one per line. */
  children: ReactNode
}

/** A button that opens a list of links. They stay links: no menu roles to unlearn. */
export function Menu({ label, align = 'start', look = 'quiet', size, wide, children }: MenuProps) {
  const root = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const listId = useId()

  useEffect(() => {
    const menu = root.current
    if (!menu) return
    const listening = new AbortController()
    const { signal } = listening
    menu.addEventListener('keydown', (event) => followKey(event, menu, open, setOpen), { signal })
    if (open) {
      const closeOutside = ({ target }: Event) => {
        if (target instanceof Node && !menu.contains(target)) setOpen(false)
      }
      document.addEventListener('pointerdown', closeOutside, { signal })
      document.addEventListener('focusin', closeOutside, { signal })
      menu.querySelector('ul')?.addEventListener('click', () => setOpen(false), { signal })
    }
    return () => listening.abort()
  }, [open])

  return (
    <div ref={root} className="menu">
      <Button
        look={look}
        size={size}
        wide={wide}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        {label}
        <span className="menu-chevron">
          <Icon name="down" size={18} />
        </span>
      </Button>
      <ul id={listId} className="menu-list" data-align={align}>
        {Children.map(children, (child) => (
          <li>{child}</li>
        ))}
      </ul>
    </div>
  )
}

function followKey(
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
  const items = [...menu.querySelectorAll<HTMLElement>('li :is(a, button)')]
  const current = items.findIndex((item) => item.matches(':focus'))
  const next = nextMenuIndex(event.key, current, items.length)
  if (next === undefined) return
  event.preventDefault()
  // Opened before React gets to it: a hidden link cannot take the focus.
  button?.setAttribute('aria-expanded', 'true')
  setOpen(true)
  items[next]?.focus()
}
