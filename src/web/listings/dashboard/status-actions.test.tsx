import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { CategoryId } from '#categories/index.ts'
import { sampleListing } from '#tests/support/sample-listing.ts'
import { App } from '../../app.tsx'
import { ApiError, createApi } from '../../queries/api.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { sessionKey } from '../../session/session.tsx'
import { actionErrorMessage, StatusActions } from './status-actions.tsx'
import { asksWentFor } from './went-for.tsx'

function buttonsOf(
  categoryId: CategoryId,
  changes: object,
  student: object = { suspension: null },
) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionKey, { id: 1, ...student })
  const listing = sampleListing(categoryId, {
    status_since: '2026-11-15T17:00:00.000Z',
    ...changes,
  })
  const html = renderToString(
    <App
      api={createApi(async () => Response.json({}))}
      queryClient={queryClient}
      audience="students"
      today="2026-11-15"
    >
      <StatusActions listing={listing} />
    </App>,
  )
  return [...html.matchAll(/<\/svg>([^<]+)/g)].map(([, label]) => label)
}

it.each([
  ['textbook', { status: 'available' }, ['Mark sold', 'Mark pending', 'Renew']],
  ['textbook', { status: 'pending' }, ['Mark sold', 'Mark available', 'Renew']],
  ['rental', { status: 'available' }, ['Mark rented', 'Mark pending', 'Renew']],
  [
    'misc',
    { status: 'available', listing_type: 'Wanting' },
    ['Mark found', 'Mark pending', 'Renew'],
  ],
  ['misc', { status: 'sold' }, ['Mark available']],
  ['misc', { status: 'sold', status_since: '2026-10-17T17:00:00.000Z' }, ['Mark available']],
  ['misc', { status: 'sold', status_since: '2026-10-16T17:00:00.000Z' }, []],
  ['misc', { status: 'expired' }, ['Renew']],
  ['misc', { status: 'hidden' }, []],
  ['misc', { status: 'removed' }, []],
] as const)('a %s with %j has the buttons %j', (categoryId, changes, buttons) => {
  expect(buttonsOf(categoryId, changes)).toEqual(buttons)
})

it.each([
  ['available', ['Mark sold', 'Mark pending']],
  ['pending', ['Mark sold']],
  ['sold', []],
  ['expired', []],
])('a student who may not post has no button that publishes: %s, %j', (status, buttons) => {
  for (const student of [{ suspension: { message: "You're suspended." } }, { mayPost: false }]) {
    expect(buttonsOf('textbook', { status }, student)).toEqual(buttons)
  }
})

it('a failed action shows what the server says, or that it was not reached', () => {
  const refused = new ApiError(409, { error: "It's sold, so it can't be renewed." })
  expect(actionErrorMessage(refused)).toBe("It's sold, so it can't be renewed.")
  expect(actionErrorMessage(new ApiError(502, {}))).toBe("That wasn't saved. Please try again.")
  expect(actionErrorMessage(new TypeError('Failed to fetch'))).toBe(
    "You're offline. Check your connection and try again.",
  )
})

it.each([
  [{ status: 'sold', price: 15 }, true],
  [{ status: 'available', price: 15 }, false],
  [{ status: 'sold', price: 0, is_free: true }, false],
  [{ status: 'sold', price: 15, listing_type: 'Wanting' }, false],
])('asks what a thing with %j went for: %j', (changes, isAsked) => {
  expect(asksWentFor(sampleListing('misc', changes))).toBe(isAsked)
})
