import { hash } from 'node:crypto'
import type { CategoryId } from '#categories/index.ts'
import { hashBits } from '../../photos/difference-hash.ts'
import { type FoundSignal, maxCauses } from '../../words/word-signals.ts'

/** A photo of a listing that is nearly the same as a photo of another account's listing. */
export interface PhotoMatch {
  name: string
  /** The position of the photo in the listing, from 1. */
  photo: number
  differentBits: number
  other: { category: CategoryId; id: number; title: string }
  /** True if the other account uploaded the photo first. */
  isEarlier: boolean
}

/** The photos that a listing shares with one other listing. */
interface SharedPhotos {
  otherId: number
  matches: PhotoMatch[]
  /** True if the other listing had at least one of the photos first. */
  isLater: boolean
  /** The photos that the other listing had first, or all shared photos if it had none first. */
  names: string[]
}

/** The most matches that a signal lists. The other listing may show the same photo many times. */
const maxFacts = 10

/**
 * Returns one signal for each other listing, the one with the most shared photos first. The signal marks the listing
 * whose photo came later; otherwise a copy would mark an honest listing. Moderators see the signal on both, after the
 * signals of photos that came later.
 */
export function photoSignals(
  matches: readonly PhotoMatch[],
  { forModerators = false } = {},
): FoundSignal[] {
  return [...Map.groupBy(matches, ({ other }) => other.id)]
    .map(([otherId, shared]) => toSharedPhotos(otherId, shared))
    .filter(({ isLater }) => isLater || forModerators)
    .toSorted(
      (a, b) =>
        Number(b.isLater) - Number(a.isLater) ||
        b.names.length - a.names.length ||
        a.otherId - b.otherId,
    )
    .slice(0, maxCauses)
    .map(toSignal)
}

function toSharedPhotos(otherId: number, matches: PhotoMatch[]): SharedPhotos {
  const earlier = matches.filter(({ isEarlier }) => isEarlier)
  const isLater = earlier.length > 0
  const names = new Set((isLater ? earlier : matches).map(({ name }) => name))
  return { otherId, matches, isLater, names: [...names].toSorted() }
}

/**
 * Makes the signal for one other listing. Its id changes with each further photo from that listing, because this is
 * another cause. Sellers see the id, so it does not reveal which listing it is.
 */
const toSignal = ({ otherId, matches, names }: SharedPhotos): FoundSignal => ({
  kind: 'photo',
  rule: 'photo',
  id: `photo ${hash('sha256', [otherId, ...names].join(' ')).slice(0, 16)}`,
  sentence:
    names.length === 1
      ? "This photo is also used by another account's listing."
      : `${names.length} of these photos are also used by another account's listing.`,
  advice: 'See it in person, or ask for a live video, before you pay anything.',
  facts: matches.slice(0, maxFacts).map(toFact),
})

function toFact({ photo, differentBits, other, isEarlier }: PhotoMatch) {
  const { category, id, title } = other
  const likeness =
    differentBits === 0 ? 'the same' : `${differentBits} of ${hashBits} bits different`
  const first = isEarlier ? 'uploaded there first' : 'not uploaded there first'
  return {
    label: `Photo ${photo}`,
    value: `“${title}”: ${likeness}, ${first}`,
    listing: { category, id },
  }
}
