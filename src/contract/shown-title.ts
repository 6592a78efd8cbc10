import { isBlank } from '#categories/text-rules.ts'

/** The title of a listing, also of one that is gone. One that was taken down has none: no accusation. */
export function shownTitle({ title }: { title: string | null }): string {
  if (title === null) return "A listing that's no longer shown"
  return isBlank(title) ? 'Untitled listing' : title.trim()
}
