import { isBlank } from '#categories/text-rules.ts'
import type { Thread } from '#contract/messages.ts'
import { untoldTitle } from '../listings/untold-title.ts'

/** Of its listing, also when that is gone. */
export function threadTitle({ title }: Pick<Thread, 'title'>): string {
  if (title === null) return untoldTitle
  return isBlank(title) ? 'Untitled listing' : title.trim()
}
