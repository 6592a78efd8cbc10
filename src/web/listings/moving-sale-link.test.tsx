import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { sampleListing } from '#tests/support/sample-listing.ts'
import { MovingSaleLink } from './moving-sale-link.tsx'

it('tells others that the seller is moving out, and the seller which page it is', () => {
  const listing = sampleListing('misc', { status: 'available', moving_sale_id: 7 })
  const render = (isOwn: boolean) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <MovingSaleLink listing={listing} isOwn={isOwn} />
      </MemoryRouter>,
    )
  expect(render(false)).toContain('<p>The seller is moving out. <a')
  expect(render(true)).toContain('<p>This is on your moving-out page. <a')
})
