import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import type { CategoryId } from '#categories/index.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { sampleListing } from '#tests/support/sample-listing.ts'
import { App } from '../../app.tsx'
import { contactParts } from '../../contact/contact-parts.tsx'
import { useContact } from '../../contact/use-contact.ts'
import { createApi } from '../../queries/api.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { sessionKey } from '../../session/session.tsx'
import { contactQuery, householdQuery } from '../listing-queries.ts'
import { ListingHousehold } from './listing-facts.tsx'
import { ListingView } from './listing-view.tsx'
import { DeleteButton, StatusButtons } from './owner-buttons.tsx'

stayOnBuiltInCampus()

const room = {
  is_sublet: true,
  is_shared: true,
  num_beds: 2,
  available_to: '2027-04-30',
  post_date: '2026-10-02T15:00:00.000Z',
}

function renderInApp(
  element: ReactNode,
  user: object | null,
  [key, data]: readonly [QueryKey?, object?] = [],
) {
  const api = createApi(async () => Response.json({}))
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionKey, user)
  if (key) queryClient.setQueryData(key, data)
  return renderToString(
    <App api={api} queryClient={queryClient} audience="visitors" today="2026-11-15">
      <MemoryRouter>{element}</MemoryRouter>
    </App>,
  )
}

const renderHtml = (changes: object, category: CategoryId, user: object | null) =>
  renderInApp(
    <ListingView
      listing={sampleListing(category, { ...(category === 'rental' && room), ...changes })}
      contact={contactParts}
    />,
    user,
  )

const renderView = (changes: object, category: CategoryId = 'rental', user: object | null = null) =>
  renderHtml(changes, category, user)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

it('says below the title when a rental is there, and what home it is in', () => {
  expect(renderView({})).toContain(
    'Sunny room Winter 2027 · 4 months 2 other rooms · 3-bedroom home 12 King St N · Posted Oct 2',
  )
  expect(renderView({ date_available: null, is_shared: false })).toContain(
    'Sunny room 2-bedroom house 12 King St N',
  )
})

it('says what others like it went for, and from how many', () => {
  const sales = { low: 850, high: 950, median: 900, within_days: 10, sales: 14 }
  const like = 'similar rooms for Winter 2027, under 10 min walk to a campus'
  expect(renderView({ sales: { ...sales, like } })).toContain(
    'Rented ones like this went for $850–950, most within 10 days. Based on 14 similar rooms for Winter 2027, under 10 min walk to a campus.',
  )
  expect(renderView({ sales: { ...sales, within_days: null, like } })).toContain(
    'Rented ones like this went for $850–950. Based on 14',
  )
  expect(renderView({ sales: null })).not.toContain('went for')
})

const ticket = {
  category: 'Tickets',
  event_date: '2026-11-28',
  price: 60,
  date_posted: '2026-10-02T15:00:00.000Z',
}

it('says the day of an event below the title, before the rest', () => {
  expect(renderView(ticket, 'misc')).toContain('Desk lamp Sat, Nov 28 Tickets · Posted Oct 2')
})

it('says since when another price was asked', () => {
  const was_price = { price: 900, since: '2026-10-02T15:00:00.000Z' }
  const text = renderView({ is_cost_per_room: true, was_price })
  expect(text).toContain('$650 /month per room was $900 on Oct 2 Contact Seller')
})

it('tells a visitor what this site is, who the seller is and how to stay safe', () => {
  const seller = {
    id: 1,
    name: 'Ada L.',
    university: 'University of Waterloo',
    is_confirmed: true,
  }
  const visitor = renderView({ seller })
  expect(visitor).toContain(
    `${campus.brand} is only for ${campus.communityName.replace('&', '&amp;')} students. This seller&#x27;s University of Waterloo email is confirmed.`,
  )
  expect(visitor.match(/before you pay a deposit/g)).toHaveLength(1)
  expect(visitor).toContain('University of Waterloo · Email confirmed')
  expect(visitor).toContain('Sign up to message Have an account? Log in to message')
  const unconfirmed = renderView({ seller: { ...seller, is_confirmed: false } })
  expect(unconfirmed).toContain('This seller signed up with their University of Waterloo email.')
  expect(unconfirmed).not.toMatch(/confirmed/)
  expect(renderView({ seller, status: 'sold' })).not.toContain('students.')
  expect(renderView({ seller }, 'rental', { id: 2 })).not.toContain('students.')
})

it('tells what is wanted from what is offered', () => {
  const wanted = { ...ticket, listing_type: 'Wanting' }
  const text = renderView(wanted, 'misc')
  expect(text).toContain('Looking to pay up to $60 Wanting Contact Student')
  expect(text).toContain('Sign up to message')
  const student = renderView({ ...wanted, status: 'pending' }, 'misc', { id: 2 })
  expect(student).toContain('Email Student')
  expect(student).toContain('Pending: this student is talking to someone.')
  expect(text + student).not.toMatch(/seller/i)
  expect(renderView(ticket, 'misc')).not.toMatch(/Pays|Wanting/)
})

it('describes it before the table of details, and leads on to others', () => {
  expect(renderView({ description: 'Quiet street.' })).toMatch(
    /Description Quiet street\. Details .* More rentals/,
  )
  expect(renderHtml({}, 'rental', null)).toContain('href="/rentals"')
})

it('tells confirmed students who lives there, beside what they say about themselves', () => {
  const student = { id: 2, confirmation: 'confirmed' } as const
  const read = (user: object | null, data: object) => {
    const listing = sampleListing('rental', {})
    const { queryKey } = householdQuery(createApi(fetch), listing, student)
    return renderInApp(<ListingHousehold listing={listing} />, user, [queryKey, data])
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
  }
  const facts = { housemates: 3, atmosphere: 'Social', atmosphere_words: 'Most evenings' }
  const yours = { atmosphere: 'Quiet', guests: 'Often' }
  expect(read(student, { facts, yours })).toContain(
    'Who lives there Housemates 3 Atmosphere Social · Most evenings You: quiet Only confirmed',
  )
  expect(read(student, { facts, yours: null })).not.toContain('You:')
  expect(read(student, { facts: null, yours })).not.toContain('Who lives there')
  // What one student has loaded is gone after a logout, and for the next student.
  for (const other of [null, { id: 3, confirmation: 'required' }]) {
    expect(read(other, { facts, yours })).not.toContain('Who lives there')
  }
  expect(householdQuery(createApi(fetch), sampleListing('rental', {}), null).enabled).toBe(false)
})

it('leads to the contact, also before its code is there, but not its owner', () => {
  const student = renderHtml({}, 'rental', { id: 2 })
  expect(student.match(/<a [^>]*href="\/rentals\/1\/contact"[^>]*>[^<]*/g)).toEqual([
    expect.stringMatching(/>Message$/),
    expect.stringMatching(/>Email Seller$/),
  ])
  expect(renderHtml({}, 'rental', null)).toContain('href="/login?next=%2Frentals%2F1%23contact"')
  const owner = renderHtml({ status: 'pending' }, 'rental', { id: 1 })
  expect(owner).not.toMatch(/Contact Seller|You can still message|\/contact"/)
  expect(owner).toContain('Share')
})

it("forgets the seller's address after a logout", () => {
  const listing = sampleListing('rental', {})
  const { queryKey } = contactQuery(createApi(fetch), listing)
  const Address = () => useContact(listing).data?.email
  const read = (user: object | null) =>
    renderInApp(<Address />, user, [queryKey, { email: 'ada@quad.example' }])
  expect(read({ id: 2 })).toContain('ada@quad.example')
  expect(read(null)).not.toContain('ada@quad.example')
})

it('has a heart for all but its owner', () => {
  const heart = /aria-label="(Save|Log in to save) Sunny room"/
  expect(renderHtml({}, 'rental', { id: 2 })).toMatch(heart)
  expect(renderHtml({}, 'rental', null)).toMatch(heart)
  expect(renderHtml({}, 'rental', { id: 1 })).not.toMatch(heart)
})

it('has the heart beside the title where there is no photo', () => {
  const html = renderHtml({}, 'wanted', { id: 2 })
  expect(html).toMatch(/<header(?:(?!<\/header>).)*aria-label="Save /s)
  expect(renderHtml({}, 'rental', { id: 2 })).not.toMatch(
    /<header(?:(?!<\/header>).)*aria-label="Save /s,
  )
})

it('can be reported by all but its owner, also once it is sold', () => {
  expect(renderView({})).toContain('Report this listing')
  expect(renderView({ status: 'sold' })).toContain('Report this listing')
  expect(renderView({}, 'rental', { id: 2 })).toContain('Report this listing')
  expect(renderView({}, 'rental', { id: 1 })).not.toContain('Report')
})

it.each([
  ['available', false, 'Mark rented Mark pending Delete'],
  ['pending', false, 'Mark rented Mark available Delete'],
  ['available', true, 'Renew Mark rented Mark pending Delete'],
  ['sold', false, 'Mark available Delete'],
  ['expired', true, 'Renew Delete'],
  ['hidden', false, 'Delete'],
  ['removed', false, 'Delete'],
])('lets its owner change the status in place: %s', (status, withRenew, buttons) => {
  const listing = sampleListing('rental', { status })
  const html = renderInApp(
    <>
      <StatusButtons listing={listing} withRenew={withRenew} />
      <DeleteButton listing={listing} />
    </>,
    { id: 1 },
  )
  const labels = [...html.matchAll(/<\/svg>([^<]+)/g)].map(([, label]) => label)
  expect(labels.join(' ')).toBe(buttons)
  const likely = [...html.matchAll(/button-primary.*?<\/svg>([^<]+)/g)].map(([, label]) => label)
  expect(likely).toEqual(withRenew ? ['Renew'] : [])
})

it.each([
  ['available', '2026-12-15T12:00:00.000Z', true],
  ['available', '2026-11-18T12:00:00.000Z', false],
  ['expired', '2026-11-14T12:00:00.000Z', false],
  ['hidden', '2026-12-15T12:00:00.000Z', true],
])('shows its owner first what it needs now: %s until %s', (status, ends_at, isEdit) => {
  const html = renderHtml({ status, ends_at }, 'rental', { id: 1 })
  const edit = /<a (?=[^>]*href="\/rentals\/create)[^>]*class="([^"]*)"/.exec(html)
  expect(edit?.[1]).toContain(isEdit ? 'button-primary' : 'button-secondary')
  if (status === 'available') expect(edit?.index).toBeLessThan(html.indexOf('Share<span'))
})

it('sends its owner to the dashboard for the reason why it was taken down', () => {
  const owner = { id: 1 }
  expect(renderView({ status: 'hidden' }, 'rental', owner)).toContain(
    'This is your listing. See why on your dashboard',
  )
  expect(renderView({}, 'rental', owner)).toContain('See it on your dashboard')
})

const signals = [
  { kind: 'photo', sentence: 'This photo is also used.', advice: 'See the place.' },
  { kind: 'price', sentence: 'Asks $520; the middle is $900.', advice: 'Ask why.' },
]
const contactBarPlace = 'h-18'

it('says before the contact what to know before paying, and keeps the place of the bar', () => {
  expect(renderView({ signals })).toContain(
    'Before you pay This photo is also used. See the place. Asks $520; the middle is $900. Ask why. Contact Seller',
  )
  expect(renderHtml({ signals }, 'rental', null)).toContain(contactBarPlace)
  expect(renderView({ signals: [] })).not.toContain('Before you pay')
})

it('shows its owner what others are told, and where to answer', () => {
  const link = 'href="/dashboard#rentals-1">If it&#x27;s wrong, say so on your dashboard<'
  expect(renderHtml({ signals }, 'rental', { id: 1 })).toContain(link)
  expect(renderHtml({ signals }, 'rental', { id: 2 })).not.toContain(link)
})

it('puts the description before the panel where a bar leads to the seller, unless there are warnings', () => {
  const read = (changes: object, user: object | null = null) => {
    const html = renderHtml(changes, 'rental', user)
    const isPanelLast = html.indexOf('>Description<') < html.indexOf('listing-view-panel"')
    return [isPanelLast, html.includes('listing-view-panel-last'), html.includes('data-own-bar')]
  }
  expect(read({})).toEqual([true, true, true])
  expect(read({ signals })).toEqual([false, false, true])
  expect(read({ status: 'sold' })).toEqual([false, false, false])
  expect(read({}, { id: 1 })).toEqual([false, false, false])
})
