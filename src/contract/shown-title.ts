import { isBlank } from '#categories/text-rules.ts'

/**
 * Returns the title of a listing, even of a deleted one. A listing that was taken down has no title. The text for it does
 * not say why, so that it accuses nobody.
 */
export function shownTitle({ title }: { title: string | null }): string {
  if (title === null) return "A listing that's no longer shown"
  return isBlank(title) ? 'Untitled listing' : title.trim()
}
