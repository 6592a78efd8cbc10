import { createContext, useContext, useEffect } from 'react'
import type { Head } from '#contract/rendering.ts'

/** Collects the page's head while the server renders it. In the browser there is no collector. */
export const HeadCollector = createContext<{ head?: Head } | undefined>(undefined)

/** Sets the document head: through the collector on the server, by an effect in the browser. */
export function useHead(head: Head): void {
  const collector = useContext(HeadCollector)
  if (collector) collector.head = head
  const { title, description, canonical } = head
  useEffect(() => {
    showTitle(title)
    setTag('meta', 'name', 'description', { content: description })
    setTag('link', 'rel', 'canonical', canonical && { href: location.origin + canonical })
    setTag('meta', 'name', 'robots', canonical ? undefined : { content: 'noindex' })
  }, [title, description, canonical])
}

let shownTitle: string | undefined
/** Undefined until the session has loaded: an icon may still have the count of the last visit. */
let unreadCount: number | undefined

function showTitle(title: string) {
  shownTitle = title
  document.title = unreadCount ? `(${unreadCount}) ${title}` : title
}

/** Puts the number of unread threads in front of every title, and on the icon of the installed app where there is one. */
export function showUnreadCount(count: number): void {
  if (count === unreadCount) return
  unreadCount = count
  showTitle(shownTitle ?? document.title)
  // Not every browser has badges. Without permission the promise rejects, and the title still has the count.
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => undefined)
}

/**
 * Adds or changes a tag of the head. Without values the tag is removed, so that no page keeps the tag of the previous page.
 */
function setTag(
  tagName: 'meta' | 'link',
  attribute: 'name' | 'rel',
  key: string,
  values: Record<string, string> | '' | undefined,
) {
  const found = document.head.querySelector(`${tagName}[${attribute}="${key}"]`)
  if (!values) return found?.remove()
  const tag = found ?? document.head.appendChild(document.createElement(tagName))
  Object.assign(tag, { [attribute]: key, ...values })
}
