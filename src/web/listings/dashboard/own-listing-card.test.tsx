import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { sampleListing } from '#tests/support/sample-listing.ts'
import { App } from '../../app.tsx'
import { ApiError, createApi } from '../../queries/api.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { sessionKey } from '../../session/session.tsx'
import { deletionErrorMessage } from '../delete-listing.tsx'
import { OwnListingCard } from './own-listing-card.tsx'

stayOnBuiltInCampus()

function renderCard(changes: object, student: object = { suspension: null }) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionKey, { id: 1, ...student })
  const listing = sampleListing('misc', { id: 5, ...changes })
  const html = renderToString(
    <App
      api={createApi(async () => Response.json({}))}
      queryClient={queryClient}
      audience="students"
      today="2026-11-15"
    >
      <MemoryRouter>
        <OwnListingCard listing={listing} onDeleted={() => undefined} />
      </MemoryRouter>
    </App>,
  )
  const buttons = [...html.matchAll(/<\/svg>([^<]+)<span class="sr-only"/g)]
  return { html, buttons: buttons.map(([, label]) => label) }
}

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

it('a removed listing has its reason, and buttons for what is still possible', () => {
  const note = 'See <b>the rules</b>.'
  const moderation = {
    action: 'remove',
    reason: 'scam',
    note,
    appeal_until: '2026-11-22T15:00:00.000Z',
    appealed_at: null,
  }
  const { html, buttons } = renderCard({ status: 'removed', moderation })
  expect(html).toContain('A moderator removed it: Scam.')
  expect(html).toContain('The moderator wrote: “<bdi>See &lt;b&gt;the rules&lt;/b&gt;.</bdi>”')
  expect(html).toContain('href="/rules"')
  expect(buttons).toEqual(['Delete'])
})

it('a listed one has all buttons and no reason', () => {
  const { html, buttons } = renderCard({ status: 'available', moderation: null, price: 1200 })
  expect(html).not.toContain('moderator')
  const text = textOf(html)
  for (const words of ['$1,200', 'Available Listed until Dec 15', 'Posted Nov 1']) {
    expect(text).toContain(words)
  }
  expect(html).toContain('href="/misc/5"')
  expect(html).toContain('href="/misc/create?id=5"')
  expect(buttons).toEqual(['Mark sold', 'Edit', 'Mark pending', 'Renew', 'Share', 'Delete'])
})

it('has the likely action and Edit at hand, and the rest in a menu', () => {
  const read = (changes: object) => {
    const { html, buttons } = renderCard({ status: 'available', ...changes })
    const [before = '', menu = ''] = html.split('popover="auto"')
    const isIn = (part: string) => (label: string | undefined) => part.includes(`>${label}<`)
    return [buttons.filter(isIn(before)), buttons.filter(isIn(menu))]
  }
  expect(read({})).toEqual([
    ['Mark sold', 'Edit'],
    ['Mark pending', 'Renew', 'Share', 'Delete'],
  ])
  expect(read({ ends_at: '2026-11-18T12:00:00.000Z' })).toEqual([
    ['Renew', 'Edit'],
    ['Mark sold', 'Mark pending', 'Share', 'Delete'],
  ])
  expect(read({ status: 'sold' })).toEqual([['Mark available', 'Edit'], ['Delete']])
  // Two actions need no menu.
  expect(read({ status: 'hidden' })).toEqual([['Edit', 'Delete'], []])
})

it('a listed one has what is to be edited; a student who may not post cannot', () => {
  const moderation = { action: 'ask_to_edit', reason: 'scam', note: null }
  const changes = { status: 'available', moderation }
  expect(renderCard(changes).html).toContain('A moderator asks you to change it: Scam.')
  for (const student of [{ suspension: { message: "You're suspended." } }, { mayPost: false }]) {
    const { buttons } = renderCard(changes, student)
    expect(buttons).toEqual(['Mark sold', 'Mark pending', 'Share', 'Delete'])
  }
})

it('an account on hold cannot delete, and a refusal says why', () => {
  const pause = { canDelete: false, message: "You can't delete anything.", deletionAt: null }
  const { buttons } = renderCard({ status: 'sold' }, { suspension: null, pause })
  expect(buttons).not.toContain('Delete')
  const planned = { ...pause, canDelete: true }
  expect(renderCard({ status: 'sold' }, { pause: planned }).buttons).toContain('Delete')

  const message = 'This account is on hold.'
  expect(deletionErrorMessage(new ApiError(403, { error: message }))).toBe(message)
  const again = 'Failed to delete. Please try again.'
  for (const error of [new ApiError(500, { error: 'Oh' }), new ApiError(403, {}), new Error('x')]) {
    expect(deletionErrorMessage(error)).toBe(again)
  }
})

it('leads to the moving-out page while it is listed', () => {
  const link = 'href="/moving-out/7"'
  const { html } = renderCard({ status: 'available', moving_sale_id: 7 })
  expect(html).toContain(link)
  expect(textOf(html)).toContain('This is on your moving-out page.')
  expect(renderCard({ status: 'sold', moving_sale_id: 7 }).html).not.toContain(link)
  expect(renderCard({ status: 'available' }).html).not.toContain('/moving-out/')
})

it('says how many have saved it, once somebody has', () => {
  const saved = renderCard({ status: 'available', views: 12, favourites: 3 }).html
  expect(saved).toContain('12 views in 30 days')
  expect(saved).toContain('>Saved by 3 students<')
  expect(renderCard({ status: 'available', favourites: 1 }).html).toContain('Saved by 1 student<')
  expect(renderCard({ status: 'available', views: 12, favourites: 0 }).html).not.toContain('Saved')
})

it.each([
  ['2026-11-15T12:00:00.000Z', 0, 'No views yet'],
  ['2026-11-14T12:00:00.000Z', 0, 'No views yet'],
  ['2026-11-13T12:00:00.000Z', 0, 'No views in 30 days'],
  ['2026-11-15T12:00:00.000Z', 1, '1 view in 30 days'],
])('posted at %s with %d views: %s', (date_posted, views, text) => {
  expect(renderCard({ status: 'available', date_posted, views }).html).toContain(`>${text}<`)
})

it('makes the likely action stand out, and no other', () => {
  const likely = (changes: object) => {
    const { html } = renderCard({ status: 'available', ...changes })
    const buttons = [...html.matchAll(/button-secondary.*?<\/svg>([^<]+)</g)]
    return buttons.map(([, label]) => label)
  }
  expect(likely({})).toEqual(['Mark sold'])
  expect(likely({ ends_at: '2026-11-18T12:00:00.000Z' })).toEqual(['Renew'])
  expect(likely({ status: 'sold' })).toEqual(['Mark available'])
  expect(likely({ status: 'expired' })).toEqual(['Renew'])
  expect(likely({ status: 'hidden' })).toEqual([])
})

const signal = (kind: string, answer: string | null = null, quote: string | null = null) => ({
  kind,
  id: `${kind} 1`,
  sentence: `What is noticed: ${kind}.`,
  advice: `What to do: ${kind}.`,
  quote,
  answer,
})

it('says what was noticed, what students are told, and how far an answer is', () => {
  const signals = [
    signal('words', 'waiting', 'Wire me <b>now</b>.'),
    signal('photo', 'kept'),
    signal('price'),
  ]
  const text = textOf(renderCard({ status: 'available', signals }).html)
  for (const part of [
    'noticed: words. “Wire me &lt;b&gt;now&lt;/b&gt;.” Students see this advice: “What to do: words.” Edit those words and this note goes away. You disputed this. A moderator will look at it.',
    'noticed: photo. Students see this advice: “What to do: photo.” A moderator looked at it and kept it.',
    'noticed: price. Students don&#x27;t see this note right now, because other notes come first. Dispute this “What is noticed: price.”',
  ]) {
    expect(text).toContain(part)
  }
  expect(text.match(/Dispute this “/g)).toHaveLength(1)
})

it('says nothing of a listing about which nothing was noticed', () => {
  expect(renderCard({ status: 'available', signals: [] }).html).not.toContain('Worth checking')
})
