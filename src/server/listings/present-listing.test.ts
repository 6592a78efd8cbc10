import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { listingResponse, listResponse } from '#contract/listings.ts'
import { listingInputs, photoUrl } from '#tests/support/listing-inputs.ts'
import { toListingColumns } from './create-listing.ts'
import { presentListing, presentWithEmail } from './present-listing.ts'

const secrets = { email: 'ada@uwaterloo.ca', password_hash: '$argon2id$', search_text: 'rental/x' }

describe.each(categories)('a presented $id', (category) => {
  const photoInfo = { url: photoUrl, width: 800, height: 600, preview: 'data:,' }
  const input = { ...listingInputs[category.id], photos: [photoUrl] } as never
  const stored = toListingColumns(category, input)
  /** A row with more in it than anyone should see. */
  const row = {
    ...stored,
    ...secrets,
    details: JSON.stringify({ ...JSON.parse(stored.details), secret: 'in details' }),
    photos: JSON.stringify([{ ...photoInfo, secret: 'in a photo' }]),
    id: 7,
    seller_id: 3,
    first_name: 'Ada',
    last_name: 'Lovelace',
    posted_at: 0,
  }

  it('has exactly the fields of the contract, before any schema strips them', () => {
    const listing = presentListing(category, row)
    const page = { results: [listing], next: null, total: 1, total_exact: true, max_price: 1 }
    expect(listResponse[category.id].parse(page)).toEqual(page)
    expect(listingResponse[category.id].parse(listing)).toEqual(listing)
    const text = JSON.stringify(listing)
    for (const secret of [...Object.values(secrets), 'secret']) expect(text).not.toContain(secret)
  })

  it('includes the seller’s email only in presentWithEmail', () => {
    const listing = presentWithEmail(category, row)
    expect(listing.seller).toEqual({ id: 3, name: 'Ada Lovelace', email: secrets.email })
    expect(listingResponse[category.id].parse(listing)).toEqual(listing)
  })
})
