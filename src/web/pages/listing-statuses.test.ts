import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { SessionUser } from '#contract/accounts.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { ApiFetch, RenderResult } from '#contract/rendering.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { render } from '../entry-server.tsx'

stayOnBuiltInCampus()

const category = categoryById.misc
const lamp = {
  ...listingInputs.misc,
  id: 1,
  status: 'available',
  renewed_at: null,
  photo_info: [],
  seller: { id: 1, name: 'Ada Lovelace' },
  [category.apiNames.date]: '2026-10-02T15:00:00.000Z',
  ends_at: '2027-01-02T04:59:59.999Z',
}
const gone = { error: 'This listing has ended.', code: 'gone' }

type Responses = Record<string, () => Response>

const similar = (...results: object[]): Responses => ({
  [apiPaths.similar('misc', 1)]: () => Response.json({ results }),
})

/** Renders the page from these responses of the API, for visitors unless there is a user. */
async function renderPage(path: string, responses: Responses, user: SessionUser | null = null) {
  const fetch: ApiFetch = async (url) =>
    responses[url]?.() ?? Response.json({ error: 'Failed.' }, { status: 500 })
  const now = Date.parse('2026-11-10T15:00:00Z')
  const audience = user ? 'students' : 'visitors'
  const result = await render({ url: path, audience, user, fetch, now })
  if ('redirect' in result) throw new Error(`redirected to ${result.redirect}`)
  return { ...result, text: readText(result) }
}

const readText = ({ body }: Extract<RenderResult, { body: string }>) =>
  body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

const respondWith = (changes: object): Responses => ({
  [apiPaths.listing('misc', 1)]: () => Response.json({ ...lamp, ...changes }),
})

const renderLamp = (changes: object, responses = similar()) =>
  renderPage(pagePaths.listing('misc', 1), { ...respondWith(changes), ...responses })

describe('the page of a listing', () => {
  it('says when it was posted and renewed', async () => {
    const { text } = await renderLamp({ renewed_at: '2026-11-09T15:00:00.000Z' })
    expect(text).toContain('Posted Oct 2 · renewed Nov 9')
  })

  it('says when the event is', async () => {
    const { text } = await renderLamp({ category: 'Tickets', event_date: '2026-11-28' })
    expect(text).toContain('Sat, Nov 28 Tickets · Posted Oct 2')
  })

  it('says that it is free, to search engines too', async () => {
    const { text, head } = await renderLamp({ price: 0, is_free: true })
    expect(text).toContain('Free Contact Seller')
    expect(head.description).toBe('Free · Bright.')
  })

  it('has no status of an available one, which search engines may list', async () => {
    const { status, text, head } = await renderLamp({})
    expect(status).toBe(200)
    expect(text).not.toMatch(/Available|Pending/)
    expect(text).toContain('Log in to message')
    expect(head.canonical).toBe('/misc/1')
  })

  it('says of a pending one that it still can be asked for', async () => {
    const { text, head } = await renderLamp({ status: 'pending' })
    expect(text).toContain('Pending: the seller is talking to someone. You can still message them.')
    expect(text).toContain('Log in to message')
    expect(head.canonical).toBe('/misc/1')
  })

  it('has no contact of a sold one, is not for search engines and leads to similar ones', async () => {
    const { status, text, head, body } = await renderLamp({
      status: 'sold',
      listing_type: 'Wanting',
    })
    expect(status).toBe(200)
    expect(text).toContain('This has been found.')
    expect(text).not.toMatch(/Contact Seller|Meet safely|Share/)
    expect(head).not.toHaveProperty('canonical')
    expect(body).toContain('href="#similar"')
    expect(body).toContain('id="similar"')
  })

  it('is rendered without asking for other listings, and leads to them', async () => {
    for (const status of ['available', 'sold']) {
      const asked: string[] = []
      const fetch: ApiFetch = async (url) => {
        asked.push(url)
        return Response.json({ ...lamp, status })
      }
      const url = pagePaths.listing('misc', 1)
      const result = await render({ url, audience: 'visitors', user: null, fetch, now: Date.now() })
      expect(asked).toEqual([apiPaths.listing('misc', 1)])
      expect(readText(result as Extract<RenderResult, { body: string }>)).toContain('More items')
    }
  })

  it('tells the owner its status, also after its end', async () => {
    const owner = { id: 1 } as SessionUser
    const path = pagePaths.listing('misc', 1)
    const pending = await renderPage(path, respondWith({ status: 'pending' }), owner)
    expect(pending.text).toContain('This is your listing. It&#x27;s pending.')
    expect(pending.body).toContain('href="/dashboard#misc-1"')
    const ended = await renderPage(path, respondWith({ status: 'expired' }), owner)
    expect(ended.text).toContain('This listing has ended. Only you can see it.')
    expect(ended.text).toContain('This is your listing. See it on your dashboard')
    expect(ended.text).not.toContain('See all')
    expect((await renderLamp({})).text).not.toContain('your listing')
  })

  it('is gone when the listing has ended: what happened, and similar ones', async () => {
    const other = { ...lamp, id: 2, status: 'pending' }
    const { status, text, head, body, state } = await renderLamp(lamp, {
      ...similar(other),
      [apiPaths.listing('misc', 1)]: () => Response.json(gone, { status: 410 }),
    })
    expect(status).toBe(410)
    expect(text).toContain('This listing has ended.')
    expect(text).toMatch(/Similar listings .*Pending \$15 .*Desk lamp .*5 weeks ago/)
    expect(body).toContain('href="/misc/2"')
    expect(body).toContain('href="/misc"')
    expect(head).not.toHaveProperty('canonical')
    // Hydration renders from the page's state.
    expect(JSON.stringify(state)).toContain('This listing has ended.')
  })

  it.each([
    ['there are none', similar()],
    ['they cannot be loaded', {}],
  ])('does without similar ones if %s', async (_, responses) => {
    const { status, text } = await renderLamp(lamp, {
      ...responses,
      [apiPaths.listing('misc', 1)]: () => Response.json(gone, { status: 410 }),
    })
    expect(status).toBe(410)
    expect(text).toContain('This listing has ended.')
    expect(text).not.toContain('Similar listings')
  })
})

describe('the contact page of a listing', () => {
  const renderContact = (response: () => Response) =>
    renderPage(pagePaths.contact('misc', 1), {
      [apiPaths.listing('misc', 1)]: response,
      ...similar({ ...lamp, id: 2 }),
    })

  it.each([
    ['has ended', () => Response.json(gone, { status: 410 }), 'This listing has ended.'],
    ['is sold', () => Response.json({ ...lamp, status: 'sold' }), 'This listing has been sold.'],
  ])('is gone when it %s', async (_, response, message) => {
    const { status, text } = await renderContact(response)
    expect(status).toBe(410)
    expect(text).toContain(message)
    expect(text).toContain('Similar listings')
    expect(text).not.toContain('Contact Seller')
  })

  it('leads its owner to the listing, because nobody writes to themselves', async () => {
    const fetch: ApiFetch = async () => Response.json(lamp)
    const user = { id: 1 } as SessionUser
    const url = pagePaths.contact('misc', 1)
    const now = Date.parse('2026-11-10T15:00:00Z')
    expect(await render({ url, audience: 'students', user, fetch, now })).toMatchObject({
      redirect: pagePaths.listing('misc', 1),
    })
  })
})
