import type { QueueItem } from '#contract/moderation.ts'
import { pagePaths } from '#contract/paths.ts'

/** The student or the listing that a case is about. */
interface Subject {
  student: Pick<QueueItem['student'], 'id'>
  listing: Pick<NonNullable<QueueItem['listing']>, 'category' | 'id'> | null
}

/** The URL of a case. It contains the queue's filters, for the links back and to the next case. */
export function casePath({ student, listing }: Subject, filters: URLSearchParams): string {
  if (!listing) {
    const query = new URLSearchParams([...fromQueue, ...filters])
    return `${pagePaths.moderatedStudent(student.id)}?${query}`
  }
  const path = pagePaths.moderatedListing(listing.category, listing.id)
  return filters.size > 0 ? `${path}?${filters}` : path
}

/** Marks a visit from the queue, because many other pages link to a student's page, too. */
const fromQueue = new URLSearchParams({ from: 'queue' })

export const isFromQueue = (parameters: URLSearchParams): boolean =>
  parameters.get('from') === fromQueue.get('from')

/** The next case in the queue. After the last case, or if the current one has left the queue, it is the first. */
export function nextCase<Item extends Subject>(
  items: readonly Item[],
  current: Subject,
): Item | undefined {
  const none = new URLSearchParams()
  const isCurrent = (item: Item) => casePath(item, none) === casePath(current, none)
  const next = items[items.findIndex(isCurrent) + 1] ?? items[0]
  return next && isCurrent(next) ? undefined : next
}
