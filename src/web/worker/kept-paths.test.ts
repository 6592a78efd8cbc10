import { expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import { photoSrc, photoSrcSet } from '#contract/photos.ts'
import { favouritesPath, isKeptPath, keptPhotoPath, keptWith, sessionPath } from './kept-paths.ts'

const isKept = (path: string) => isKeptPath(new URL(path, 'https://quad.example'))

it('keeps what saved listings, conversations and the header need', () => {
  expect(favouritesPath).toBe(apiPaths.favourites)
  expect(sessionPath).toBe(apiPaths.me)
  const kept = [
    apiPaths.me,
    apiPaths.favourites,
    apiPaths.savedSearches,
    apiPaths.account,
    apiPaths.threads(),
    apiPaths.messages(12),
  ]
  expect(kept.filter((path) => !isKept(path))).toEqual([])
})

it('keeps nothing else, least of all for staff and of links', () => {
  const others = [
    apiPaths.threads('cursor=1'),
    apiPaths.accountExport,
    apiPaths.security,
    apiPaths.sessions,
    apiPaths.moderationQueue(),
    apiPaths.overview,
    apiPaths.settings,
    apiPaths.setup,
    apiPaths.exportLink('x'),
    apiPaths.meetingLink('x'),
    apiPaths.contact('misc', 1),
    apiPaths.listing('misc', 1),
  ]
  expect(others.filter(isKept)).toEqual([])
})

const stem = `/uploads/${'a'.repeat(32)}`

it('keeps all widths of a photo as one', () => {
  const photo = { url: `${stem}.webp`, width: 1600, height: 1200, preview: '' }
  const widths =
    photoSrcSet(photo)
      ?.split(', ')
      .map((each) => each.split(' ')[0] ?? '') ?? []
  expect(widths.length).toBeGreaterThan(2)
  const kept = widths.map(keptPhotoPath)
  expect(new Set(kept)).toEqual(new Set([photoSrc(photo.url)]))
  expect(keptPhotoPath('/api/uploads/other.svg')).toBeUndefined()
})

it('finds the details and the first photo of saved listings that can still be read', () => {
  const paths = Object.fromEntries(categories.map(({ id, path }) => [id, path]))
  const state = { updated_at: 'today', status: 'available', ends_at: 'in May' }
  const favourite = (id: number, photo_info: { url: string; width: number | null }[]) => ({
    category: 'misc',
    id,
    listing: { ...state, photo_info },
  })
  const results = [
    favourite(1, [
      { url: 'https://elsewhere.example/a.jpg', width: null },
      { url: `${stem}.webp`, width: 1280 },
    ]),
    favourite(2, [{ url: `${stem}.webp`, width: 500 }]),
    favourite(3, [{ url: `https://cdn.example${stem}.webp`, width: 500 }]),
    { category: 'misc', id: 4, listing: null },
  ]
  expect(keptWith({ results }, paths)).toEqual({
    listings: [1, 2, 3].map((id) => ({
      kept: apiPaths.listing('misc', id),
      state: expect.objectContaining(state),
    })),
    photos: [
      { kept: `/api${stem}.webp`, url: `/api${stem}-640.webp` },
      { kept: `/api${stem}.webp`, url: `/api${stem}.webp` },
    ],
  })
})
