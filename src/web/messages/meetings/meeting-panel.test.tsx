import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Meeting } from '#contract/messages.ts'
import { ApiContext, createApi } from '../../queries/api.ts'
import { createQueryClient } from '../../session/query-client.ts'
import type { Thread } from '../message-queries.ts'
import { MeetingPanel } from './meeting-panel.tsx'

const thread: Thread = {
  id: 1,
  category: 'misc',
  listing_id: 1,
  title: 'Lamp',
  listing: null,
  role: 'buyer',
  other: { id: 2, name: 'Ada Lovelace' },
  unread: 0,
  last_message: {
    id: 3,
    client_id: '',
    is_own: true,
    body: 'Hello',
    created_at: '2026-11-18T20:00:00.000Z',
    signals: [],
  },
  state: 'open',
}

/** A meeting that began half an hour ago, after which another one was proposed. */
const begun: Meeting = {
  id: 1,
  state: 'over',
  agreed: { place_kind: 'other', place: 'Bus stop', starts_at: '2026-11-18T20:00:00.000Z' },
  proposal: null,
  is_here: false,
  other_here_at: null,
  is_shared: true,
  moves: [],
  is_asked: false,
  outcome: 'not_yet',
  buyer_says_sold: false,
  other_says_no_show: false,
  view: null,
}

const render = (changes: Partial<Meeting>) =>
  renderToString(
    <ApiContext value={createApi(async () => Response.json({}))}>
      <QueryClientProvider client={createQueryClient()}>
        <MeetingPanel thread={thread} meeting={{ ...begun, ...changes }} email="" />
      </QueryClientProvider>
    </ApiContext>,
  )

it('leads to the link of a friend for as long as it works', () => {
  expect(render({})).toContain('Share with a friend')
  expect(render({ is_shared: false })).not.toContain('Share with a friend')
  expect(render({ state: 'agreed', moves: ['share'], outcome: null })).toContain('Share with')
  // Once the student can say how it went, nobody begins to share.
  const asked: Partial<Meeting> = { state: 'agreed', moves: ['share'], is_asked: true }
  expect(render({ ...asked, is_shared: false })).not.toContain('Share with')
})
