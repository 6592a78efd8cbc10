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
    document.title = title
    setTag('meta', 'name', 'description', { content: description })
    setTag('link', 'rel', 'canonical', canonical && { href: location.origin + canonical })
    setTag('meta', 'name', 'robots', canonical ? undefined : { content: 'noindex' })
  }, [title, description, canonical])
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
