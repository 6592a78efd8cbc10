import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { type AnyCategory, type CategoryId, categories, categoryById } from '#categories/index.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { sampleListing } from '#tests/support/sample-listing.ts'
import { App } from '../../app.tsx'
import { createApi } from '../../queries/api.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { sessionKey } from '../../session/session.tsx'
import { ListingCard } from './listing-card.tsx'

stayOnBuiltInCampus()

const upload = { url: '/uploads/a.webp', width: 1280, height: 960, preview: null }
const external = { url: 'https://photos.example/1.jpg', width: null, height: null, preview: null }

interface Reader {
  audience: 'visitors' | 'students'
  user?: object
  isFull?: boolean
}

function renderCard(
  id: CategoryId,
  changes: object = {},
  titleAs?: 'h3',
  { audience, user, isFull = true }: Reader = { audience: 'visitors' },
) {
  const date = categoryById[id].apiNames.date
  const listing = sampleListing(id, { id: 7, [date]: '2026-11-12T15:00:00.000Z', ...changes })
  const api = createApi(async () => Response.json({}))
  const queryClient = createQueryClient()
  if (user) queryClient.setQueryData(sessionKey, user)
  return renderToString(
    <App api={api} queryClient={queryClient} audience={audience} today="2026-11-15">
      <MemoryRouter initialEntries={['/search?q=a+b']}>
        <ListingCard listing={listing} index={0} isFull={isFull} {...(titleAs && { titleAs })} />
      </MemoryRouter>
    </App>,
  ).replaceAll('<!-- -->', '')
}

/** Facts are elements beside each other. A dot before each is drawn by the stylesheet. */
const textOf = (html: string) =>
  html
    .replaceAll('</span><span>', ' · ')
    .replace(/<[^>]*>/g, '\n')
    .replace(/\n+/g, '\n')
    .replaceAll('\u00a0', ' ')
    .replaceAll('\u2011', '-')

describe.each(categories)('the card of a $id', ({ id, path }) => {
  it('is an article with one link, in its heading, and a heart after it', () => {
    const html = renderCard(id)
    expect(html).toMatch(/^<article/)
    const links = Array.from(html.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href]) => href)
    const back = encodeURIComponent(`/search?q=a+b#save=${path}/7`)
    expect(links).toEqual([`/${path}/7`, `/login?next=${back}`])
    expect(html).toMatch(new RegExp(`<h2[^>]*><a [^>]*href="/${path}/7"`))
    expect(html).not.toMatch(/<button|state=/)
    expect(renderCard(id, {}, 'h3')).toMatch(/<h3[^>]*><a /)
  })

  it('has a heart for students that is not ready before its code and their session are there', () => {
    const html = renderCard(id, {}, undefined, { audience: 'students' })
    expect(html).toMatch(/<button [^>]*aria-label="Save [^"]+"[^>]* disabled=""/)
    expect(html).not.toMatch(/aria-pressed|\/login/)
    const other = renderCard(id, {}, undefined, { audience: 'students', user: { id: 2 } })
    expect(other).toBe(html)
  })

  it('has no heart for its owner', () => {
    const html = renderCard(id, {}, undefined, { audience: 'students', user: { id: 1 } })
    expect(html).not.toMatch(/<button|\/login/)
  })

  it('says how old it is and how many photos it has that can be seen', () => {
    expect(textOf(renderCard(id))).toMatch(/3 days ago\n/)
    const renewed = { renewed_at: '2026-11-14T15:00:00.000Z' }
    expect(textOf(renderCard(id, renewed))).toMatch(/Renewed yesterday\n/)
    const { photos }: AnyCategory = categoryById[id]
    if (photos === 'none') return expect(renderCard(id)).not.toContain('card-photo')
    const photo_info = [external, upload, upload]
    expect(textOf(renderCard(id, { photo_info }))).toContain('\n3 days ago · 2 photos\n')
  })
})

describe('the facts on a card', () => {
  it('of a rental are when it is there, three facts, and what is included', () => {
    const text = textOf(
      renderCard('rental', {
        is_shared: true,
        num_beds: 4,
        is_sublet: true,
        date_available: '2027-01-01',
        available_to: '2027-04-30',
        is_cost_per_room: true,
        is_utilities_included: false,
        has_laundry: true,
        has_cooking: true,
        has_parking: true,
        no_smoking: true,
      }),
    )
    expect(text).toMatch(/\$650\n \n\/room per month\nWinter 2027 · 4 months\nSunny room\n/)
    expect(text).toContain(
      '\nRoom in a 5-bedroom home · Sublet\nUtilities extra · Laundry · Cooking · Parking · No smoking · Shared\n',
    )
    const home = { num_beds: 2, is_sublet: false, is_shared: false }
    const lease = textOf(renderCard('rental', { ...home, is_utilities_included: true }))
    expect(lease).toContain('\nAvailable Jan 1, 2027\n')
    expect(lease).toContain('\n2-bedroom house · Lease\nUtilities included · Private\n')
    const unsaid = { is_cost_per_room: null, is_sublet: null, is_shared: null }
    const text2 = textOf(renderCard('rental', { ...unsaid, is_utilities_included: null }))
    expect(text2).toMatch(/\$650\n \n\/month\n/)
    expect(text2).toContain('\nHouse\n')
  })

  it('of a textbook are its condition, edition and courses, and how far it is below the new price', () => {
    const book = {
      listing_type: 'Selling',
      edition: '8th',
      course_codes: ['MATH 135', 'MATH 137'],
      new_price: 80,
    }
    const text = textOf(renderCard('textbook', book))
    expect(text).toMatch(/\$40\n \n50% off new\nCalculus\nStewart\n/)
    expect(text).toContain('\nUsed · 8th edition · MATH 135 · MATH 137\n3 days ago\nView Details\n')
    expect(text).not.toMatch(/Selling|Wanting/)
    expect(renderCard('textbook', book)).toContain('MATH\u00a0135')
    expect(textOf(renderCard('textbook', { edition: '2' }))).toContain('Used · 2nd edition\n')
  })

  it('of an item are its type, category and day, and whether it is free', () => {
    const ticket = { category: 'Tickets', event_date: '2026-11-28', price: 0, is_free: true }
    const text = textOf(renderCard('misc', ticket))
    expect(text).toMatch(
      /\nFree\nSelling\nDesk lamp\nBright\.\nTickets · Sat, Nov 28\n3 days ago\nView Details/,
    )
  })

  it('are three at most outside the list of a category, without what is the same on all cards', () => {
    const short = (id: CategoryId, changes: object) =>
      textOf(renderCard(id, changes, undefined, { audience: 'visitors', isFull: false }))
    const room = {
      is_shared: true,
      num_beds: 4,
      is_sublet: true,
      is_utilities_included: false,
      has_laundry: true,
      minutes: { waterloo: { walk: 15 } },
    }
    expect(short('rental', room)).toMatch(
      /\nSunny room\n12 King St N\nUnder 15 min walk to [^\n·]+\nRoom in a 5-bedroom home · Sublet\n3 days ago\n/,
    )
    const book = { edition: '8th', course_codes: ['MATH 135', 'MATH 137'] }
    expect(short('textbook', book)).toContain('\nUsed · 8th edition · MATH 135\n3 days ago\n')
    expect(short('misc', {})).toMatch(/\$15\nDesk lamp\n3 days ago\n/)
    expect(short('misc', { listing_type: 'Wanting' })).toContain('\nWanting\n')
    const all = categories.map(({ id }) => short(id, {})).join()
    expect(all).not.toMatch(/View Details|Selling|Bright|Close to campus/)
  })

  it('are what was asked before the price dropped', () => {
    const was_price = { price: 80, since: '2026-10-02T15:00:00.000Z' }
    const priceOf = (id: CategoryId, changes: object) =>
      textOf(renderCard(id, { was_price, ...changes })).replaceAll('\n', '')
    expect(priceOf('rental', { cost: 70, is_cost_per_room: true })).toContain(
      '$70 /room per month · was $80',
    )
    expect(priceOf('misc', { price: 0, is_free: true })).toContain('Free was $80Selling')
    expect(priceOf('textbook', { price: 40, new_price: 160 })).toContain(
      '$40 75% off new · was $80',
    )
    expect(priceOf('misc', { was_price: null })).not.toContain('was')
  })

  it('of a housing request are where the place should be, and how far at most', () => {
    const text = textOf(renderCard('wanted', { area: 'Uptown', near: 'waterloo-20-bus' }))
    expect(text).toContain('\nUptown\n')
    expect(text).toContain('Under 20 min by bus or on foot to Waterloo')
  })

  it('of a housing request have a cover beside cards with photos', () => {
    const short = { audience: 'visitors', isFull: false } as const
    expect(renderCard('wanted', {}, undefined, short)).toContain('card-photo')
    expect(renderCard('wanted')).not.toContain('card-photo')
  })

  it('of what is wanted are that it is, and what is paid at most', () => {
    const wanted = { listing_type: 'Wanting' }
    for (const id of ['textbook', 'misc'] as const) {
      const text = textOf(renderCard(id, { ...wanted, price: 60 }))
      expect(text).toContain('\nLooking to pay up to\n \n$60\nWanting\n')
      expect(textOf(renderCard(id, { ...wanted, price: 0 }))).toContain('\n—\nWanting\n')
    }
    const free = { ...wanted, price: 0, is_free: true }
    expect(textOf(renderCard('misc', free))).toContain('\nFree\nWanting\n')
  })
})
