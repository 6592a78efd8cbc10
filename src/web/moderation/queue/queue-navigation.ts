import type { QueueItem } from '#contract/moderation.ts'
import { pagePaths } from '#contract/paths.ts'

/** What a case is about. */
interface Subject {
  student: Pick<QueueItem['student'], 'id'>
  listing: Pick<NonNullable<QueueItem['listing']>, 'category' | 'id'> | null
}

/** The page of a case. It has the filters of the queue in its URL, for the way back and the next one. */
export function casePath({ student, listing }: Subject, filters: URLSearchParams): string {
  if (!listing) {
    const query = new URLSearchParams([...fromQueue, ...filters])
    return `${pagePaths.moderatedStudent(student.id)}?${query}`
  }
  const path = pagePaths.moderatedListing(listing.category, listing.id)
  return filters.size > 0 ? `${path}?${filters}` : path
}

/** A student's page is opened from many others, too. */
const fromQueue = new URLSearchParams({ from: 'queue' })

export const isFromQueue = (parameters: URLSearchParams): boolean =>
  parameters.get('from') === fromQueue.get('from')

/** The one after this in the queue, or the first: of what is not in it any more, and after the last. */
export function nextCase<Item extends Subject>(
  items: readonly Item[],
  current: Subject,
): Item | undefined {
  const none = new URLSearchParams()
  const isCurrent = (item: Item) => casePath(item, none) === casePath(current, none)
  const next = items[items.findIndex(isCurrent) + 1] ?? items[0]
  return next && isCurrent(next) ? undefined : next
}
