import { describe, expect, it } from 'vitest'
import type { Message, MessagesPage, Thread } from '#contract/messages.ts'
import { addMessage, inOrder, mergeNewest } from './message-pages.ts'

const message = (id: number): Message => ({
  id,
  client_id: String(id),
  is_own: true,
  body: `Message ${id}`,
  created_at: '2026-11-16T12:00:00.000Z',
  signals: [],
})

const page = (...ids: number[]): MessagesPage => ({
  thread: {} as Thread,
  results: ids.map(message),
  previous: null,
})

const data = { pages: [page(5, 6, 8), page(2, 3)], pageParams: ['', '5'] }
const idsOf = (pages: typeof data) => inOrder(pages).map(({ id }) => id)

it('puts the pages in the order of time', () => {
  expect(idsOf(data)).toEqual([2, 3, 5, 6, 8])
})

it.each([
  [9, [2, 3, 5, 6, 8, 9]],
  [7, [2, 3, 5, 6, 7, 8]],
  [8, [2, 3, 5, 6, 8]],
  // Sent again long after the first try.
  [4, [2, 3, 5, 6, 8]],
])('adds message %i in its place, once', (id, ids) => {
  const { pages } = addMessage(data, message(id))
  expect(idsOf({ ...data, pages })).toEqual(ids)
})

describe('mergeNewest', () => {
  it('keeps what the newest page no longer has, and where older ones begin', () => {
    const kept = { ...page(3, 4, 5), previous: '3', etag: '"1"' }
    const newest = { ...page(5, 6, 7), previous: '5', etag: '"2"' }
    const merged = { ...page(3, 4, 5, 6, 7), previous: '3', etag: '"2"' }
    expect(mergeNewest(kept, newest)).toEqual(merged)
  })

  it('leaves no gap: it starts anew if more has come than a page holds', () => {
    expect(mergeNewest(page(3, 4, 5), page(7, 8, 9))).toEqual(page(7, 8, 9))
  })
})
