import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { ThreadsPage } from '#contract/messages.ts'
import { sampleListing } from '#tests/support/sample-listing.ts'
import { App } from '../app.tsx'
import { threadsQuery } from '../messages/message-queries.ts'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { ConversationLink } from './conversation-link.tsx'

const api = createApi(async () => Response.json({}))

function render(...threads: object[]) {
  const queryClient = createQueryClient()
  const page = { results: threads, next: null } as unknown as ThreadsPage
  queryClient.setQueryData(threadsQuery(api).queryKey, { pages: [page], pageParams: [''] })
  return renderToString(
    <App api={api} queryClient={queryClient} audience="students" today="2026-11-15">
      <MemoryRouter>
        <ConversationLink listing={sampleListing('misc')} />
      </MemoryRouter>
    </App>,
  )
}

it('leads to the conversation about this very listing, if there is one', () => {
  const thread = { id: 3, category: 'misc', listing_id: 1 }
  const others = [
    { id: 4, category: 'rental', listing_id: 1 },
    { id: 5, category: 'misc', listing_id: 2 },
  ]
  expect(render(...others, thread)).toMatch(/href="\/messages\/3"[^>]*>Open your conversation</)
  expect(render(...others)).not.toContain('href')
})
