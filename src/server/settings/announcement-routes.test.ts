import { beforeEach, describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { setCampus } from '#campus/campus.ts'
import {
  type Announcement,
  type AnnouncementFields,
  maxAnnouncements,
} from '#contract/announcements.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Render } from '#contract/rendering.ts'
import { balancedOrders } from '#tests/support/balanced-orders.ts'
import { keepCampusAfterTest } from '#tests/support/campus.ts'
import { anyEngine, type Engine, engines } from '#tests/support/databases.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { openAnnouncementSource } from '../campus/announcements.ts'
import { dayMs, hourMs } from '../durations.ts'

beforeEach(() => {
  keepCampusAfterTest()
  setCampus(builtInCampus)
})

/** A page that shows nothing but its announcements. */
const render: Render = async ({ audience, announcements = [] }) => ({
  status: 200,
  head: { title: 'A page', description: '' },
  body: announcements.map(({ text }) => `<p>${text}</p>`).join(''),
  state: { audience, queries: null, today: '2026-11-15', routeIds: [] },
  modules: [],
})

/** Opens a site with a student of each university. The clock is at noon of November 15. */
async function openSite(engine: Engine) {
  const site = await openModerationSite(
    engine,
    { CAMPUS_FILE: '' },
    { loadWeb: async () => ({ render, assetTags: () => '' }) },
  )
  const laurier = await site.addPerson('Lou', 'student', 'lou@wlu.ca')
  const cookies = { visitor: '', waterloo: site.ada.cookie, laurier: laurier.cookie }
  const open = async (reader: keyof typeof cookies, url = '/about') => {
    const { payload } = await site.app.inject({ url, headers: { cookie: cookies[reader] } })
    return payload
  }
  /** Returns the texts that the page shows. */
  const readPage = async (reader: keyof typeof cookies, url?: string) =>
    Array.from((await open(reader, url)).matchAll(/<p>(.*?)<\/p>/g), ([, text]) => text)
  const announce = async (changes: Partial<AnnouncementFields> = {}) => {
    const { status, body } = await site.eve.post(apiPaths.announcements, {
      text: 'Books are free today',
      link: null,
      firstDay: '2026-11-15',
      lastDay: '2026-11-16',
      university: null,
      ...changes,
    })
    const { announcements = [] } = body as unknown as { announcements?: Announcement[] }
    return { status, body, announcements }
  }
  return { ...site, open, readPage, announce }
}

describe.each(engines)('announcements on %s', (engine) => {
  it('are on every page at once, in other processes after a refresh, and in the log', async () => {
    const { db, clock, sam, eve, open, readPage, announce } = await openSite(engine)
    const elsewhere = await openAnnouncementSource(db, () => clock.now)
    expect(await open('visitor')).not.toContain('announcement')
    const { announcements } = await announce({ link: '/rules' })
    const [{ id = 0, version = 0 } = {}] = announcements
    expect(await readPage('visitor')).toEqual(['Books are free today'])
    const html = await open('visitor')
    expect(html).toContain('<script src="/dismissed-announcements.js"></script>')
    expect(html).toContain(`"announcements":[{"key":"${id}-1"`)
    expect(elsewhere.shownTo(undefined, clock.now)).toEqual([])
    await elsewhere.refresh()
    expect(elsewhere.shownTo(undefined, clock.now)).toMatchObject([{ link: '/rules' }])

    const change = { ...announcements[0], text: 'Books are half price' }
    await eve.put(apiPaths.announcement(id), { ...change, version })
    expect(await readPage('visitor')).toEqual(['Books are half price'])
    // A browser that has dismissed the announcement shows it again.
    expect(await open('visitor')).toContain(`"key":"${id}-2"`)
    const stale = await eve.put(apiPaths.announcement(id), { ...change, version })
    expect(stale).toMatchObject({ status: 409, body: { code: 'conflict' } })

    expect((await eve.delete(apiPaths.announcement(id))).status).toBe(200)
    expect(await readPage('visitor')).toEqual([])
    expect((await eve.delete(apiPaths.announcement(id))).status).toBe(404)
    const log = await sam.get(apiPaths.moderationLog())
    expect(log.body).toMatchObject({
      entries: [
        { action: 'change_announcements', note: 'Deleted “Books are half price”', student: null },
        { note: 'Changed to “Books are half price”', actor: { name: 'Eve Lee' } },
        { note: 'Added “Books are free today”', canUndo: false },
      ],
    })
  })
})

describe.each(anyEngine)('who sees an announcement, on %s', (engine) => {
  it('are limited, also where an ended one is moved into the future', async () => {
    const { announce, eve, clock } = await openSite(engine)
    const [ended] = (await announce()).announcements
    clock.now += 5 * dayMs
    const days = { firstDay: '2026-11-20', lastDay: '2026-11-21' }
    for (let count = 0; count < maxAnnouncements; count++) {
      expect((await announce(days)).status).toBe(200)
    }
    expect((await announce(days)).status).toBe(409)
    const { id, ...fields } = ended ?? { id: 0 }
    const change = (changes: object) =>
      eve.put(`${apiPaths.announcements}/${id}`, { ...fields, ...changes })
    expect((await change(days)).status).toBe(409)
    expect((await change({ text: 'Books were free' })).status).toBe(200)
  })

  it('is everyone, or the students of one university, whoever fills the cache', async () => {
    const { clock, readPage, announce } = await openSite(engine)
    await announce({ text: 'For all', lastDay: '2027-11-15' })
    await announce({ text: 'For Laurier', university: 'Laurier', lastDay: '2027-11-15' })
    const expected = {
      visitor: ['For all'],
      waterloo: ['For all'],
      laurier: ['For Laurier', 'For all'],
    }
    const readers = ['visitor', 'waterloo', 'laurier'] as const
    for (const order of balancedOrders(readers)) {
      // The cached pages expire, so that the first reader fills the cache for the others.
      clock.now += dayMs
      for (const reader of [...order, ...order]) {
        for (const url of ['/about', '/misc', '/dashboard']) {
          const context = `${reader} at ${url}, in the order ${order}`
          expect(await readPage(reader, url), context).toEqual(expected[reader])
        }
      }
    }
  })

  it('is nobody before the first day and after the last, in the time zone of the campus', async () => {
    const { clock, readPage, announce } = await openSite(engine)
    await announce({ firstDay: '2026-11-16', lastDay: '2026-11-16' })
    expect(await readPage('visitor')).toEqual([])
    // Toronto is five hours behind UTC.
    clock.now = Date.UTC(2026, 10, 16, 4, 59)
    expect(await readPage('visitor')).toEqual([])
    clock.now = Date.UTC(2026, 10, 16, 5)
    expect(await readPage('visitor')).toEqual(['Books are free today'])
    clock.now = Date.UTC(2026, 10, 17, 5) - 1
    expect(await readPage('visitor')).toEqual(['Books are free today'])
    clock.now += 1
    expect(await readPage('visitor')).toEqual([])
    clock.now += hourMs
    expect(await readPage('visitor')).toEqual([])
  })

  it('reads at most three, the newest first', async () => {
    const { readPage, announce } = await openSite(engine)
    for (const text of ['One', 'Two', 'Three', 'Four']) await announce({ text })
    expect(await readPage('visitor')).toEqual(['Four', 'Three', 'Two'])
  })
})

describe.each(anyEngine)('an announcement on %s', (engine) => {
  it.each([
    ['text', ' '],
    ['text', 'x'.repeat(201)],
    ['text', 'two\nlines'],
    ['link', 'http://example.com'],
    ['link', '//example.com'],
    ['link', '/\\example.com'],
    ['link', 'javascript:alert(1)'],
    ['link', 'https://me:secret@example.com'],
    ['firstDay', '2026-02-30'],
    ['lastDay', '2026-11-14'],
    ['university', 'Nowhere'],
  ])('is refused with the %s %j', async (field, value) => {
    const { announce, open } = await openSite(engine)
    const { status, body } = await announce({ [field]: value })
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({
      status: 400,
      fields: [field],
    })
    expect(await open('visitor')).not.toContain('announcement')
  })

  it('may lead to a page of this site or to another site', async () => {
    const { announce } = await openSite(engine)
    for (const link of ['/rules#fees', 'https://example.com/a?b=c']) {
      expect((await announce({ link })).announcements[0]).toMatchObject({ link })
    }
  })
})
