import { describe, expect, it } from 'vitest'
import type { CategoryId } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import { pauseSearchAfterDays } from '#contract/saved-rules.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { testAppUrl as appUrl, createTestMailLinks } from '#tests/support/mail-links.ts'
import {
  buildSavedMail,
  type MailedFavourite,
  type MailedResults,
  type SavedMailContents,
} from './saved-mail.ts'
import { buildStillLookingMail } from './still-looking-mail.ts'

stayOnBuiltInCampus()

const links = createTestMailLinks()
const now = Date.UTC(2026, 10, 16, 17)
const ada = {
  ...{ id: 1, firstName: 'Ada', lastName: 'L', email: at('ada') },
  ...{ mustConfirm: false, confirmedAt: null, createdAt: 2 },
}
const photo = { url: `/uploads/${'a'.repeat(32)}.webp`, width: 1280, height: 960, preview: '' }
const room = {
  ...{ category: 'rental', id: 3, title: 'Sunny <room>', price: 800, status: 'available' },
  details: { is_cost_per_room: true, address: '12 King & Main', date_available: '2027-01-04' },
  photos: [photo],
} as unknown as Listing
const lamp = {
  ...{ category: 'misc', id: 7, title: 'Lamp', price: 15, status: 'available', photos: [] },
  details: { listing_type: 'Selling', category: 'Furniture' },
} as unknown as Listing
const book = {
  ...{ category: 'textbook', id: 8, title: 'Calculus', price: 40, status: 'pending', photos: [] },
  details: {
    ...{ author: 'Stewart', listing_type: 'Wanting', condition: 'Used', edition: '8' },
    course_codes: ['MATH 137'],
  },
} as unknown as Listing

const request = {
  ...{ category: 'wanted', id: 9, title: 'Room wanted', price: 900, status: 'available' },
  details: { place: 'Room', people: 1, area: 'Uptown', move_in: '2027-01-04', move_out: null },
  photos: [],
} as unknown as Listing

const results = (
  category: CategoryId,
  query: string,
  listings: Listing[],
  count = listings.length,
): MailedResults => ({
  search: { id: 5, category, query, created_at: 3 },
  listings,
  count,
  hasMore: false,
})
const favourite = (changes: Partial<MailedFavourite>): MailedFavourite => ({
  listing: lamp,
  ...changes,
})
const build = (contents: Partial<SavedMailContents>) =>
  buildSavedMail(
    ada,
    { searches: [], favourites: [], favouriteCount: contents.favourites?.length ?? 0, ...contents },
    { links, now },
  )
/** Removes the characters that isolate the parts of a label from each other's text direction. */
const withoutBidi = (text: string) => text.replaceAll(/\p{Bidi_Control}/gu, '')

const winter = 'max_price=800&term=2027-winter'

describe('the mail about one saved search', () => {
  const mail = build({ searches: [results('rental', winter, [room], 8)] })

  it('says in its subject what is in it', () => {
    expect(withoutBidi(mail.subject)).toBe('8 new rentals: Winter 2027, up to $800')
    expect(build({ searches: [results('rental', '', [room])] }).subject).toBe('1 new rental')
  })

  it('has photo, price, title, place and link of each listing, as HTML and as text', () => {
    expect(mail.html).toContain(`<img src="${appUrl}/api/uploads/${'a'.repeat(32)}-320.webp"`)
    expect(mail.html).toContain('Sunny &lt;room&gt;')
    expect(mail.html).toContain('12 King &amp; Main')
    expect(mail.html).toContain(`href="${appUrl}/rentals/3"`)
    expect(mail.html).not.toContain('<room>')
    expect(mail.text).toMatch(
      /Sunny <room>\n\$800\/month per room · 12 King & Main · .*\nhttps:\/\/quad.example\/rentals\/3\n/,
    )
  })

  it('says how many more there are, and where', () => {
    expect(mail.text).toContain(`and 7 more:\n${appUrl}/rentals?${winter}\n`)
  })

  it('ends that search alone', () => {
    expect(mail.unsubscribeUrl).toBe(links.unsubscribeUrl({ kind: 'search', id: 5, createdAt: 3 }))
    expect(mail.text).toContain('because you saved this search.')
    expect(mail.text).not.toContain('Stop emails about this search')
  })

  it('has what the cards of other categories say', () => {
    const { text } = build({
      searches: [
        ...[results('misc', '', [lamp]), results('textbook', '', [book])],
        results('wanted', '', [request]),
      ],
    })
    expect(text).toContain('Room wanted\nUp to $900/month · Room · Uptown · From Jan 4, 2027\n')
    expect(text).toContain('Lamp\n$15 · Furniture\n')
    expect(text).toMatch(
      /Calculus\nLooking to pay up to \$40 · Pending · Stewart · Used · 8th edition ·\s+MATH 137\n/,
    )
  })
})

describe('the mail about several things', () => {
  it('counts them, and can end each search or all', () => {
    const mail = build({
      searches: [results('misc', 'q=lamp', [lamp], 2), results('textbook', '', [], 3)],
      favourites: [favourite({ status: 'sold', listing: { ...lamp, status: 'sold' } })],
    })
    expect(mail.subject).toBe('5 new listings and news about 1 saved listing')
    expect(mail.unsubscribeUrl).toBe(links.unsubscribeUrl({ kind: 'saved', id: 1, createdAt: 2 }))
    expect(mail.text.match(/Stop emails about this search/g)).toHaveLength(2)
    expect(mail.text).toContain('and 1 more:')
    expect(mail.text).toContain(`3 new textbooks:\n${appUrl}/textbooks\n`)
  })
})

describe('a mail that does not show all', () => {
  const search = { ...results('rental', winter, [room], 100), hasMore: true }

  it('says of a number that is not known only what is', () => {
    const mail = build({ searches: [search] })
    expect(withoutBidi(mail.subject)).toBe('At least 100 new rentals: Winter 2027, up to $800')
    expect(mail.text).toContain('and at least 99 more:')
    const both = build({ searches: [search, results('misc', '', [lamp], 2)] })
    expect(both.subject).toBe('At least 102 new listings')
    expect(both.text).toContain('and 1 more:')
  })

  it('is about favourites also if it shows none of them', () => {
    const mail = build({ searches: [results('misc', '', [lamp])], favouriteCount: 2 })
    expect(mail.subject).toBe('1 new listing and news about 2 saved listings')
    expect(mail.text).toMatch(/LISTINGS YOU SAVED\n[\s\S]*\/saved\n/)
    expect(mail.text).toContain('Stop emails about this search')
    expect(mail.unsubscribeUrl).toBe(links.unsubscribeUrl({ kind: 'saved', id: 1, createdAt: 2 }))
  })
})

describe('the mail about favourites', () => {
  it.each<[string, Partial<MailedFavourite>, string]>([
    ['Lamp is pending', { status: 'pending', listing: { ...lamp, status: 'pending' } }, 'Pending'],
    ['Lamp is sold', { status: 'sold', listing: { ...lamp, status: 'sold' } }, 'Sold'],
    ['Sunny <room> is rented', { status: 'sold', listing: { ...room, status: 'sold' } }, 'Rented'],
    ['Lamp is available again', { status: 'available' }, 'Available again'],
    ['Lamp is now $15', { price: { cents: 1500, wasCents: 2000 } }, 'Price drop, was $20'],
  ])('says "%s"', (subject, changes, text) => {
    const mail = build({ favourites: [favourite(changes)] })
    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain(` · ${text} · `)
    expect(mail.unsubscribeUrl).toBe(
      links.unsubscribeUrl({ kind: 'favourites', id: 1, createdAt: 2 }),
    )
  })
})

describe('the mail "Still looking?"', () => {
  const search = { id: 5, category: 'rental' as const, query: 'q=lester', created_at: 3 }

  it('names the searches and leads to the page on which they go on', () => {
    const mail = buildStillLookingMail(ada, [search, { ...search, id: 6, query: winter }], links)
    expect(mail.subject).toBe('Still looking?')
    expect(mail.text).toContain("You haven't used these searches in four months")
    expect(pauseSearchAfterDays, 'four months').toBe(120)
    expect(withoutBidi(mail.text)).toMatch(/Rentals: “lester”\n[\s\S]*Rentals: Winter 2027/)
    expect(mail.text).toContain(`${appUrl}/saved\n`)
    expect(mail.unsubscribeUrl).toBe(links.unsubscribeUrl({ kind: 'saved', id: 1, createdAt: 2 }))
  })

  it('ends the only search', () => {
    const { unsubscribeUrl } = buildStillLookingMail(ada, [search], links)
    expect(unsubscribeUrl).toBe(links.unsubscribeUrl({ kind: 'search', id: 5, createdAt: 3 }))
  })
})
