import { expect, it } from 'vitest'
import { dayMs } from '../../durations.ts'
import { toComparableTitle } from './compare-titles.ts'
import { type ComparedListing, findEarlier } from './find-earlier.ts'

const postedAt = Date.UTC(2026, 10, 15, 12)
const hash = [1, -1, 0x0f0f, 0] as const

type Changes = Partial<Omit<ComparedListing, 'title'>> & { title?: string }

/** Returns a listing from ten days before, with a different title and photo. */
function listing({ title = 'Bookshelf', ...changes }: Changes = {}): ComparedListing {
  const before = postedAt - 10 * dayMs
  return {
    id: 1,
    isWanted: false,
    cover: { url: '/uploads/a.webp', hash: [0, 0, 0, 0] },
    postedAt: before,
    postedOrRenewedAt: changes.postedAt ?? before,
    ...changes,
    title: toComparableTitle(title),
  }
}

const later = listing({
  id: 2,
  title: 'Desk lamp',
  cover: { url: '/uploads/b.webp', hash },
  postedAt,
})

const sameTitle = { title: 1, coverBits: undefined }
const sameCover = (coverBits: number) => ({ title: 0, coverBits })
const photo = (...bands: [number, number, number, number]) => ({
  cover: { url: '/uploads/c.webp', hash: bands },
})

it.each<[string, Changes, unknown]>([
  ['another thing', {}, undefined],
  ['the same title', { title: 'Desk lamp!' }, sameTitle],
  ['both', { title: 'Desk lamp', cover: later.cover }, { title: 1, coverBits: 0 }],
  ['the same photo', { cover: { url: '/uploads/b.webp', hash: undefined } }, sameCover(0)],
  ['the same picture, uploaded again', photo(1, -1, 0x0f0f, 0), sameCover(0)],
  ['nearly the same picture', photo(0, -1, 0x0f0f, 1), sameCover(2)],
  ['a picture that is 3 bits apart', photo(0, -1, 0x0f0f, 3), undefined],
  ['a photo without a hash', { cover: { url: '/uploads/c.webp', hash: undefined } }, undefined],
  ['no photo', { cover: undefined }, undefined],
  ['no photo, the same title', { cover: undefined, title: 'Desk lamp' }, sameTitle],
  ['the same title, wanted', { title: 'Desk lamp', isWanted: true }, undefined],
  ['30 days ago', { title: 'Desk lamp', postedAt: postedAt - 30 * dayMs }, sameTitle],
  ['longer ago', { title: 'Desk lamp', postedAt: postedAt - 30 * dayMs - 1 }, undefined],
  [
    'longer ago, but renewed since',
    { title: 'Desk lamp', postedAt: postedAt - 90 * dayMs, postedOrRenewedAt: postedAt - dayMs },
    sameTitle,
  ],
  ['at the same time', { title: 'Desk lamp', postedAt }, sameTitle],
  ['at the same time, after it', { id: 3, title: 'Desk lamp', postedAt }, undefined],
  ['after it', { title: 'Desk lamp', postedAt: postedAt + 1 }, undefined],
  ['itself', { ...later, title: 'Desk lamp' }, undefined],
])('%s', (_, changes, likeness) => {
  const earlier = listing(changes)
  expect([...findEarlier(later, [earlier])]).toEqual(likeness ? [{ earlier, likeness }] : [])
})

it('finds all, in their order', () => {
  const others = [{ id: 8 }, { id: 7, title: 'Desk lamp' }, { id: 6, title: 'Desk lamp' }]
  const found = [...findEarlier(later, others.map(listing))]
  expect(found.map(({ earlier }) => earlier.id)).toEqual([7, 6])
})
