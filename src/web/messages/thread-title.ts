import { isBlank } from '#categories/text-rules.ts'
import type { Thread } from '#contract/messages.ts'

/** Of its listing, also when that is gone. One that was taken down has none, and reads like what has ended: no accusation. */
export function threadTitle({ title }: Pick<Thread, 'title'>): string {
  if (title === null) return 'A listing that has ended'
  return isBlank(title) ? 'Untitled listing' : title.trim()
}
