import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { listAnswer, listingAnswer } from '#contract/listings.ts'
import { photo, postings } from '#tests/support/market.ts'
import { columnsOf } from './create-listing.ts'
import { presentListing, presentWithEmail } from './present-listing.ts'

const secrets = { email: 'ada@uwaterloo.ca', password_hash: '$argon2id$', search_text: 'rental/x' }

describe.each(categories)('a $id as it leaves', (category) => {
  const photoInfo = { url: photo, width: 800, height: 600, preview: 'data:,' }
  const input = { ...postings[category.id], photos: [photo] } as never
  const stored = columnsOf(category, input)
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

  it('is what the contract names and nothing else, without being checked against it', () => {
    const listing = presentListing(category, row)
    const page = { results: [listing], next: null, total: 1, total_exact: true, max_price: 1 }
    expect(listAnswer[category.id].parse(page)).toEqual(page)
    expect(listingAnswer[category.id].parse(listing)).toEqual(listing)
    const text = JSON.stringify(listing)
    for (const secret of [...Object.values(secrets), 'secret']) expect(text).not.toContain(secret)
  })

  it('names the seller’s address only where it is asked to', () => {
    const listing = presentWithEmail(category, row)
    expect(listing.seller).toEqual({ id: 3, name: 'Ada Lovelace', email: secrets.email })
    expect(listingAnswer[category.id].parse(listing)).toEqual(listing)
  })
})
