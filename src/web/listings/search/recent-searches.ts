import { createStorage } from '../../ui/store.ts'

const maxRecent = 6

/** The last searches of this browser. They are never sent anywhere, except as the search that they are. */
const storage = createStorage<string[]>('localStorage', 'recent-searches')

export function readRecentSearches(): string[] {
  const stored: unknown = storage.read()
  return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : []
}

export function addRecentSearch(text: string): void {
  const q = text.trim()
  if (q === '') return
  const others = readRecentSearches().filter((each) => each.toLowerCase() !== q.toLowerCase())
  storage.write([q, ...others].slice(0, maxRecent))
}

export const clearRecentSearches = (): void => storage.write([])
