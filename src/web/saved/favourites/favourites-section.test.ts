import { expect, it } from 'vitest'
import type { Favourite } from '../saved-queries.ts'
import { lacksFavourite, splitFavourites } from './favourites-section.tsx'

const favourite = (id: number, status?: string, title: string | null = 'Lamp') =>
  ({
    category: 'misc',
    id,
    saved_at: '2026-11-16T12:00:00.000Z',
    title,
    listing: status ? { id, status } : null,
  }) as Favourite

const favourites = {
  results: [
    favourite(1, 'available'),
    favourite(2, 'pending'),
    favourite(3, 'sold'),
    favourite(4),
    favourite(5, undefined, null),
  ],
}
const all = [1, 2, 3, 4, 5]

function split(favouriteIds: number[], shownIds: number[]) {
  const { open, ended } = splitFavourites(favourites, { favouriteIds, shownIds: new Set(shownIds) })
  return [open.map(({ id }) => id), ended.map(({ id }) => id)]
}

it('what is sold, has ended or was taken down is apart from what can be had', () => {
  expect(split(all, all)).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
})

it('a listing whose heart was pressed stays, one that has ended goes', () => {
  expect(split([2], all)).toEqual([[1, 2], []])
  expect(split([], [])).toEqual([[], []])
})

it('knows whether something was saved since', () => {
  expect(lacksFavourite(favourites, all)).toBe(false)
  expect(lacksFavourite(favourites, [9, ...all])).toBe(true)
  expect(lacksFavourite(favourites, [])).toBe(false)
})
