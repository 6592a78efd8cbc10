import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { EarlierListing } from '#contract/duplicates.ts'
import { ApiError } from '../../queries/api.ts'
import { saveErrorMessage, uploadErrorMessage } from './save-error-message.ts'

const { misc, rental, textbook } = categoryById
const offline = new TypeError('Failed to fetch')

it.each([
  [rental, offline, 'Failed to submit rental.'],
  [textbook, offline, 'Network error while creating textbook.'],
  [misc, offline, 'Failed to submit item.'],
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
      duplicate: { title: 'Desk lamp' } as EarlierListing,
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
