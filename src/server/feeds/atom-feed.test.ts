import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { atomFeed } from './atom-feed.ts'

stayOnBuiltInCampus()

const lamp = {
  category: 'misc',
  id: 1,
  title: 'Desk lamp',
  price: 15,
  description: 'Bright.',
  details: {},
  postedAt: '2026-10-02T15:00:00.000Z',
  renewedAt: null,
  status: 'available',
  seller: { id: 1, name: 'Ada Lovelace' },
} as unknown as Listing

const buildFeed = (...listings: Listing[]) =>
  atomFeed(categoryById.misc, listings, 'https://quad.example')

const findAll = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'g'))].map(([, text]) => text)

it('updates an entry, and the feed, when the listing is renewed', () => {
  const renewed = { ...lamp, id: 2, renewedAt: '2026-11-09T15:00:00.000Z' }
  const feed = buildFeed({ ...lamp, id: 3 }, renewed)
  const [ofFeed, ...ofEntries] = findAll(feed, 'updated')
  expect(ofEntries).toEqual(['2026-10-02T15:00:00.000Z', '2026-11-09T15:00:00.000Z'])
  expect(ofFeed).toBe('2026-11-09T15:00:00.000Z')
  expect(findAll(feed, 'published')).toEqual(Array(2).fill('2026-10-02T15:00:00.000Z'))
})

it('says of an entry that it is pending', () => {
  const feed = buildFeed(lamp, { ...lamp, id: 2, status: 'pending' })
  expect(findAll(feed, 'title').slice(1)).toEqual(['Desk lamp, $15', 'Pending: Desk lamp, $15'])
})

it('says of an entry that it is free', () => {
  const feed = buildFeed({ ...lamp, price: 0, details: { is_free: true } } as Listing)
  expect(findAll(feed, 'title')).toContain('Desk lamp, Free')
})
