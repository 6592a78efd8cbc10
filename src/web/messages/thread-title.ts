import { isBlank } from '#categories/text-rules.ts'
import type { Thread } from '#contract/messages.ts'

/** Of its listing, also when that is gone. */
export function threadTitle({ title }: Pick<Thread, 'title'>): string {
  if (title === null) return 'A listing under review'
  return isBlank(title) ? 'Untitled listing' : title.trim()
}
