import type { CategoryId } from '#categories/index.ts'

/** Who writes in which thread. */
export interface ThreadTarget {
  userId: number
  threadId: number
}

/** Who writes where: in a thread, or first about a listing. */
export type MessageTarget =
  | ThreadTarget
  | { userId: number; category: CategoryId; listingId: number }

/** Of what was written and not sent; logging out deletes it all. */
export const storageKey = (kind: 'draft' | 'unsent', target: MessageTarget) =>
  'threadId' in target
    ? `${kind}/${target.userId}/thread/${target.threadId}`
    : `${kind}/${target.userId}/first-message/${target.category}/${target.listingId}`

export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Null deletes it. */
export function store(key: string, value: unknown) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or disabled: nothing outlives the page.
  }
}
