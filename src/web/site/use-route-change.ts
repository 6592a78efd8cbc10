import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { findPressedLink, rememberPressedLink } from '../navigation/pressed-links.ts'

/** Marks the document once React handles its events. */
export function useHydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true'
    document.dispatchEvent(new Event('hydrated'))
  }, [])
}

/**
 * After a navigation, focuses what the link's anchor names, the part of the page that is new, or the page, and announces
 * its title. Back and Forward return the focus to the link that led away from the page.
 */
export function useRouteChange(main: RefObject<HTMLElement | null>) {
  const { pathname, hash, key } = useLocation()
  const isHistoryNavigation = useNavigationType() === 'POP'
  const previousPathname = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    const rememberLink = ({ target }: Event) => {
      const href = target instanceof Element && target.closest('a')?.getAttribute('href')
      if (href) rememberPressedLink(key, href)
    }
    document.addEventListener('click', rememberLink, true)
    return () => document.removeEventListener('click', rememberLink, true)
  }, [key])

  useEffect(() => {
    if (previousPathname.current === pathname) return
    previousPathname.current = pathname
    const href = isHistoryNavigation ? findPressedLink(key) : undefined
    const part = main.current?.querySelector<HTMLElement>('[data-route-focus]')
    const anchored = isHistoryNavigation ? null : document.getElementById(hash.slice(1))
    focusFirst(href ? linksTo(href) : anchored ? [anchored] : [], part ?? main.current)
    const timer = setTimeout(() => setAnnouncement(document.title), 100)
    return () => clearTimeout(timer)
  }, [pathname, hash, key, isHistoryNavigation, main])
  return announcement
}

const linksTo = (href: string) =>
  document.querySelectorAll<HTMLElement>(`a[href="${CSS.escape(href)}"]`)

/** Focuses the first element that takes the focus. Hidden elements do not. */
function focusFirst(elements: Iterable<HTMLElement>, fallback: HTMLElement | null) {
  for (const element of elements) {
    element.focus({ preventScroll: true })
    if (document.activeElement !== element) continue
    // On the way back, the heights above it may differ: those of cards that were never drawn were guesses.
    element.scrollIntoView({ block: 'nearest' })
    return
  }
  fallback?.focus({ preventScroll: true })
}
