import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Listing } from '#contract/listings.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { RenderedOn } from '../../use-today.ts'
import { MiscCard } from './misc-card.tsx'

it('says when the event is', () => {
  const listing = {
    ...listingInputs.misc,
    date_posted: '2026-11-15T15:00:00.000Z',
    event_date: '2026-11-28',
  } as unknown as Listing<'misc'>
  const html = renderToString(
    <RenderedOn value="2026-11-15">
      <MiscCard listing={listing} />
    </RenderedOn>,
  )
  expect(html).toContain('Sat, Nov 28')
})
