import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { EarlierDuplicate } from '#contract/duplicates.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { sampleListing } from '#tests/support/sample-listing.ts'
import { ApiError, UnreachableError } from '../../queries/api.ts'
import { savedText, saveErrorMessage, uploadErrorMessage } from './use-save-listing.ts'

stayOnBuiltInCampus()

const today = '2026-11-15'
const earlier = {
  title: 'Desk lamp',
  posted_at: '2026-11-02T12:00:00.000Z',
} as EarlierDuplicate

it.each([
  ['available', { isNew: true }, "Posted. It's up until Dec 15."],
  [
    'available',
    { isNew: true, earlier },
    "Posted. It's up until Dec 15. It looks like “Desk lamp”, which you posted on Nov 2.",
  ],
  ['available', { isNew: false }, 'Your item is saved.'],
  ['expired', { isNew: false }, 'Your item is saved. It has ended. Renew it to list it again.'],
  [
    'hidden',
    { isNew: false },
    'Your item is saved. It stays hidden until a moderator has looked at it.',
  ],
  [
    'removed',
    { isNew: false },
    'Your item is saved. A moderator removed it, so only you can see it.',
  ],
])('%#: says what is saved', (status, saved, text) => {
  const listing = sampleListing('misc', { status, ends_at: '2026-12-16T05:00:00.000Z' })
  expect(savedText(listing, { ...saved, today })).toBe(text)
})

const { misc, rental, textbook } = categoryById
const offline = new UnreachableError(new TypeError('Failed to fetch'))
const kept = "You're offline. Check your connection and try again. We kept everything you typed."

it.each([
  [rental, offline, `Failed to submit rental. ${kept}`],
  [textbook, offline, `Network error while creating textbook. ${kept}`],
  [misc, offline, `Failed to submit item. ${kept}`],
  [misc, new TypeError('x is undefined'), 'Failed to submit item.'],
  [
    rental,
    new ApiError(500, { error: 'Internal' }),
    'Something went wrong on our end! Please try again.',
  ],
  [textbook, new ApiError(409, { error: 'Not now.' }), 'Not now.'],
  [textbook, new ApiError(418, {}), 'Failed to create textbook listing.'],
  [misc, new ApiError(400, { error: 'Please check: price.' }), 'Please check: price.'],
  [
    misc,
    new ApiError(400, {
      error: 'Please check: photos, event_date.',
      fields: { photos: 'Required', event_date: 'Passed', new_field: 'Unknown' },
    }),
    'Please check: Photos, Event date, new_field.',
  ],
  [
    misc,
    new ApiError(409, {
      error: 'You posted “Desk lamp” on Nov 2.',
      duplicate: { title: 'Desk lamp' } as EarlierDuplicate,
    }),
    'Not posted yet. It looks like “Desk lamp”, which you posted before.',
  ],
  [misc, new ApiError(429, { error: 'Wait a minute.' }), 'Wait a minute.'],
  [rental, new ApiError(503, { error: 'Quad is busy.' }), 'Quad is busy.'],
])('%#: maps a failed save to its message', (category, error, message) => {
  expect(saveErrorMessage(category, error)).toBe(message)
})

it('tells a suspended student why, also of photos', () => {
  const error =
    "You're suspended until Nov 22, 2026. You can't post, report or start conversations, but you can reply in the ones you have."
  const suspended = new ApiError(403, { code: 'suspended', error })
  expect(saveErrorMessage(misc, suspended)).toBe(error)
  expect(uploadErrorMessage(suspended)).toBe(error)
  expect(uploadErrorMessage(new ApiError(503, { error }))).toMatch(/^One or more images failed/)
})
