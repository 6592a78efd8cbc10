import { createContext, useContext, useEffect } from 'react'
import type { Head } from '#contract/rendering.ts'

/** Set on the server only: collects the page's head while it renders. */
export const HeadCollector = createContext<{ head?: Head } | undefined>(undefined)

/** Sets the document head: through the collector on the server, by an effect in the browser. */
export function useHead(head: Head): void {
  const collector = useContext(HeadCollector)
  if (collector) collector.head = head
  const { title, description, canonical } = head
  useEffect(() => {
    document.title = title
    setAttribute('meta[name="description"]', 'content', description)
    setAttribute('link[rel="canonical"]', 'href', canonical && location.origin + canonical)
  }, [title, description, canonical])
}

function setAttribute(selector: string, name: string, value: string | undefined) {
  if (value) document.head.querySelector(selector)?.setAttribute(name, value)
}
