import { describe, expect, expectTypeOf, it } from 'vitest'
import { type Listing, listAnswer, listingAnswer, userListingsAnswer } from './listings.ts'

const lamp: Listing<'misc'> = {
  id: 5,
  title: 'Desk lamp',
  listing_type: 'Selling',
  price: 12.5,
  category: null,
  condition: 'Used',
  description: 'Works',
  date_posted: '2026-11-12T15:00:00.000Z',
  photos: ['/uploads/a.webp'],
  photo_info: [{ url: '/uploads/a.webp', width: 1280, height: 960, preview: 'data:,' }],
  seller: { id: 1, name: 'Ada Lovelace', email: 'ada@example.ca' },
}

const { email: _, ...publicSeller } = lamp.seller
const page = { next: null, total: 1, total_exact: true, max_price: 12.5 }

describe('an answer', () => {
  it('carries a listing under its wire names', () => {
    expect(listingAnswer.misc.parse(lamp)).toEqual(lamp)
  })

  it('may hold back the seller’s e-mail', () => {
    const held = { ...lamp, seller: publicSeller }
    expect(listingAnswer.misc.parse(held)).toEqual(held)
  })

  it('lets nothing else out', () => {
    const leaky = { ...lamp, password_hash: 'x', seller: { ...lamp.seller, password_hash: 'x' } }
    expect(listingAnswer.misc.parse(leaky)).toEqual(lamp)
  })

  it('never has an e-mail in a list', () => {
    const listed = { ...lamp, seller: publicSeller }
    expect(listAnswer.misc.parse({ ...page, results: [lamp] })).toEqual({
      ...page,
      results: [listed],
    })
    expect(userListingsAnswer.misc.parse([lamp])).toEqual([listed])
  })

  it('is not that of another category', () => {
    expect(listingAnswer.rental.safeParse(lamp).success).toBe(false)
    expect(listingAnswer.textbook.safeParse(lamp).success).toBe(false)
  })

  it('has the date under the name its category gives it', () => {
    expectTypeOf<Listing<'rental'>['post_date']>().toEqualTypeOf<string>()
    expectTypeOf<Listing<'textbook'>['date_posted']>().toEqualTypeOf<string>()
    // @ts-expect-error a rental says post_date
    expectTypeOf<Listing<'rental'>['date_posted']>().toBeUnknown()
  })
})
