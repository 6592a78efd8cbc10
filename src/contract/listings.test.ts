import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  listingResponse,
  listResponse,
  userListingsResponse,
  type WireListing,
} from './listings.ts'

const lamp: WireListing<'misc'> = {
  id: 5,
  title: 'Desk lamp',
  listing_type: 'Selling',
  price: 12.5,
  is_free: false,
  category: null,
  condition: 'Used',
  event_date: null,
  description: 'Works',
  date_posted: '2026-11-12T15:00:00.000Z',
  status: 'available',
  updated_at: '2026-11-01T12:00:00.000Z',
  ends_at: '2026-12-12T15:00:00.000Z',
  renewed_at: null,
  was_price: null,
  photos: ['/uploads/a.webp'],
  photo_info: [{ url: '/uploads/a.webp', width: 1280, height: 960, preview: 'data:,' }],
  seller: { id: 1, name: 'Ada Lovelace', email: 'ada@example.ca' },
}

const { email: _, ...publicSeller } = lamp.seller
const page = { next: null, total: 1, total_exact: true, max_price: 12.5 }

describe('listing responses', () => {
  it('have the API names of the category', () => {
    expect(listingResponse.misc.parse(lamp)).toEqual(lamp)
  })

  it('are valid without the seller’s email', () => {
    const withoutEmail = { ...lamp, seller: publicSeller }
    expect(listingResponse.misc.parse(withoutEmail)).toEqual(withoutEmail)
  })

  it('strip properties that are not in the schema', () => {
    const withSecrets = {
      ...lamp,
      password_hash: 'x',
      seller: { ...lamp.seller, password_hash: 'x' },
    }
    expect(listingResponse.misc.parse(withSecrets)).toEqual(lamp)
  })

  it('strip the email in lists', () => {
    const listed = { ...lamp, seller: publicSeller }
    expect(listResponse.misc.parse({ ...page, results: [lamp] })).toEqual({
      ...page,
      results: [listed],
    })
    expect(userListingsResponse.misc.parse([lamp])).toEqual([listed])
  })

  it('reject a listing of another category', () => {
    expect(listingResponse.rental.safeParse(lamp).success).toBe(false)
    expect(listingResponse.textbook.safeParse(lamp).success).toBe(false)
  })

  it('have the date under the API name of the category', () => {
    expectTypeOf<WireListing<'rental'>['post_date']>().toEqualTypeOf<string>()
    expectTypeOf<WireListing<'textbook'>['date_posted']>().toEqualTypeOf<string>()
    // @ts-expect-error a rental has post_date
    expectTypeOf<WireListing<'rental'>['date_posted']>().toBeUnknown()
  })
})
