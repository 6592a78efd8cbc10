import { describe, expect, it } from 'vitest'
import type { CategoryDefinition } from '#categories/define-category.ts'
import { categories } from '#categories/index.ts'
import { fromInput, toWire } from '#contract/listing.ts'
import { listingResponse, listResponse } from '#contract/listings.ts'
import { at } from '#tests/support/campus-email.ts'
import { listingInputs, photoUrl } from '#tests/support/listing-inputs.ts'
import { toListingColumns } from './posting/create-listing.ts'
import { hyphenateIsbns, presentListing, presentWithEmail } from './present-listing.ts'

const secrets = { email: at('ada'), password_hash: '$argon2id$', search_text: 'rental/x' }

describe.each(categories)('a presented $id', (category) => {
  const photoInfo = { url: photoUrl, width: 800, height: 600, preview: 'data:,' }
  const input = { ...listingInputs[category.id], photos: [photoUrl] } as never
  const stored = toListingColumns(fromInput(category.id, input))
  /** A row with columns and details that nobody should see. */
  const row = {
    ...stored,
    ...secrets,
    category: category.id,
    details: JSON.stringify({ ...JSON.parse(stored.details), secret: 'in details' }),
    photos: JSON.stringify([{ ...photoInfo, secret: 'in a photo' }]),
    id: 7,
    seller_id: 3,
    first_name: 'Ada',
    last_name: 'Lovelace',
    posted_at: 0,
    updated_at: 0,
    status: 'pending' as const,
    status_changed_at: 0,
    ends_at: 10,
    ranked_at: 0,
    renewed_at: 5,
    was_price_cents: 123_456,
    went_for_cents: null,
    was_price_since: 3,
    is_firm: 0,
  }

  it('has exactly the fields of the contract, before any schema strips them', () => {
    const listing = toWire(presentListing(row, 0))
    const page = { results: [listing], next: null, total: 1, total_exact: true, max_price: 1 }
    expect(listResponse[category.id].parse(page)).toEqual(page)
    expect(listingResponse[category.id].parse(listing)).toEqual(listing)
    const text = JSON.stringify(listing)
    for (const secret of [...Object.values(secrets), 'secret']) expect(text).not.toContain(secret)
  })

  it('has expired as soon as its end has come', () => {
    expect(presentListing(row, 9)).toMatchObject({
      status: 'pending',
      endsAt: '1970-01-01T00:00:00.010Z',
      renewedAt: '1970-01-01T00:00:00.005Z',
    })
    expect(presentListing(row, 10).status).toBe('expired')
    expect(presentListing({ ...row, status: 'sold' }, 10).status).toBe('sold')
  })

  it('says what was asked before, while a price is asked', () => {
    const was = (changes: object) => presentListing({ ...row, ...changes }, 0).previousPrice
    if ('wantedWhen' in category && category.wantedWhen === 'always')
      return expect(was({})).toBeNull()
    expect(was({})).toEqual({ price: 1234.56, since: '1970-01-01T00:00:00.003Z' })
    expect(was({ was_price_cents: null, was_price_since: null })).toBeNull()
    expect(was({ price_cents: 0 })).toBeNull()
    const { wantedWhen, freeWhen }: CategoryDefinition = category
    const withDetails = (details: object) =>
      JSON.stringify({ ...JSON.parse(stored.details), ...details })
    if (wantedWhen && wantedWhen !== 'always') {
      const details = withDetails({ [wantedWhen.field]: wantedWhen.value })
      expect(was({ details })).toBeNull()
    }
    if (freeWhen) {
      const details = withDetails({ [freeWhen]: true })
      expect(was({ price_cents: 0, details })).toMatchObject({ price: 1234.56 })
    }
  })

  it('includes the seller’s email only in presentWithEmail', () => {
    const listing = toWire(presentWithEmail(row, 0))
    expect(listing.seller).toEqual({ id: 3, name: 'Ada L.', email: secrets.email })
    expect(listingResponse[category.id].parse(listing)).toEqual(listing)
  })

  it.each([
    ['Ada', 'Lovelace', 'Ada L.'],
    ['Zoë', 'Ångström Lee', 'Zoë Å.'],
    ['Lin', '𠮷田', 'Lin 𠮷.'],
    // This account is older than the rules for names.
    ['Ada', '', 'Ada'],
  ])('names its seller %s %s in full to students alone', (first_name, last_name, short) => {
    const named = { ...row, first_name, last_name }
    expect(presentListing(named, 0).seller.name).toBe(short)
    const full = `${first_name} ${last_name}`.trim()
    expect(presentListing(named, 0, 'full').seller.name).toBe(full)
  })
})

it.each([
  ['9781285741550', '978-1-285-74155-0'],
  ['9791090636071', '979-10-90636-07-1'],
  // No publisher has this range yet.
  ['9789999999991', '9789999999991'],
  [null, null],
  [undefined, null],
])('%s is shown as %s', (isbn, isbn_hyphenated) => {
  expect(hyphenateIsbns({ category: 'textbook', details: { isbn } })).toEqual({ isbn_hyphenated })
})

it('adds nothing to a category without an ISBN', () => {
  const details = { isbn: '9781285741550' }
  expect(hyphenateIsbns({ category: 'misc', details })).toEqual({})
})
