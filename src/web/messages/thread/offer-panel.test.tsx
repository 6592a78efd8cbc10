import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApiContext, createApi } from '../../queries/api.ts'
import { Today } from '../../queries/use-today.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { OfferPanel } from './offer-panel.tsx'

type Listing = ComponentProps<typeof OfferPanel>['listing']

const lamp: Listing = { category: 'misc', price: 40, details: {} }

/** Renders the panel of a seller who has an open offer to answer. */
const render = (listing: Listing) =>
  renderToString(
    <ApiContext value={createApi(async () => Response.json({}))}>
      <QueryClientProvider client={createQueryClient()}>
        <Today value="2026-11-18">
          <OfferPanel
            {...{ threadId: 1, name: 'Bob', role: 'seller', listing }}
            {...{ isTyping: false, onTyping: () => undefined, startButton: { current: null } }}
            offers={{
              can_offer: false,
              last: {
                id: 1,
                amount: 30,
                is_own: false,
                state: 'open',
                ends_at: '2026-11-20T20:00:00.000Z',
                moves: ['accept', 'decline'],
              },
            }}
          />
        </Today>
      </QueryClientProvider>
    </ApiContext>,
  )

it('offers to counter only where the server takes another offer', () => {
  expect(render(lamp)).toContain('Counter')
  for (const changed of [{ ...lamp, isFirm: true } as const, { ...lamp, price: 0 }]) {
    const html = render(changed)
    expect(html).not.toContain('Counter')
    // The offer that was made before can still be accepted.
    expect(html).toContain('Accept')
  }
})
