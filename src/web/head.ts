import { createContext, useContext, useEffect } from 'react'
import type { Head } from '#contract/rendering.ts'

/** On the server the page's head is collected here while it renders; in the browser there is no collector. */
export const HeadCollector = createContext<{ head?: Head } | undefined>(undefined)

/** Says what the document head holds: written into the page on the server, kept current in the browser. */
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
