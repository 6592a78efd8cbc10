import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import {
  bob as bobsAccount,
  createLoggedInClient,
  strongPassword,
} from '#tests/support/http-client.ts'
import { listingInputs, newInput } from '#tests/support/listing-inputs.ts'
import { openThreadSite } from '#tests/support/thread-site.ts'
import { expireReportedGone } from '../moderation/reports/reported-gone.ts'
import { bumpCategoryVersion } from '../versions/category-versions.ts'

type Site = Awaited<ReturnType<typeof openPolledSite>>

/** Opens a site with an admin and a thread of Ada and Bob. */
async function openPolledSite(engine: Engine) {
  const site = await openThreadSite(engine)
  const { app, db } = site
  const eve = await createLoggedInClient(app, { ...bobsAccount, email: at('eve') })
  await db.run(sql`
    UPDATE users SET role = 'admin', confirmed_at = created_at WHERE email = ${at('eve')}`)
  /** Decides and returns the log entry. */
  const decide = async (url: string, body: object) => {
    const row = await db.get<{ seen: number | null }>(
      sql`SELECT MAX(id) AS seen FROM moderation_log`,
    )
    const { status } = await eve.post(url, { reason: 'scam', seen: row?.seen ?? null, ...body })
    expect(status).toBe(200)
  }
  const undoLast = async () => {
    const row = await db.get<{ id: number }>(sql`SELECT MAX(id) AS id FROM moderation_log`)
    await decide(apiPaths.undoDecision(row?.id ?? 0), { reason: 'mistake' })
  }
  const adaId = (await site.ada.get(apiPaths.me)).body.id
  const bobId = (await site.bob.get(apiPaths.me)).body.id
  return { ...site, adaId, bobId, decide, undoLast }
}

const itsListing = ({ lamp }: Site) => apiPaths.listing('misc', lamp.id)
const itsStatus = ({ lamp }: Site) => apiPaths.status('misc', lamp.id)

/** The changes, and for each student what differs after each change: the list, the thread or the account. */
const changes: [string, (site: Site) => Promise<unknown>, { ada?: string; bob?: string }][] = [
  [
    'a message',
    ({ bob, reply }) => reply(bob, 'Hello?'),
    { ada: 'list thread', bob: 'list thread' },
  ],
  [
    'another',
    ({ ada, reply }) => reply(ada, 'Yes.'),
    { ada: 'list thread', bob: 'list thread me' },
  ],
  ['it is read', ({ ada, read }) => read(ada), { ada: 'list thread me' }],
  ['it is read again', ({ ada, read }) => read(ada), {}],
  [
    'the listing is edited',
    (site) => site.ada.put(itsListing(site), { ...listingInputs.misc, title: 'Lamp' }),
    { ada: 'list thread', bob: 'list thread' },
  ],
  [
    'the listing is renewed',
    async (site) => {
      site.clock.now += 1
      await site.ada.post(apiPaths.renew('misc', site.lamp.id))
    },
    { ada: 'list thread', bob: 'list thread' },
  ],
  [
    'the listing is sold',
    (site) => site.ada.post(itsStatus(site), { status: 'sold' }),
    { ada: 'list thread', bob: 'list thread' },
  ],
  [
    'the listing is available again',
    (site) => site.ada.post(itsStatus(site), { status: 'available' }),
    { ada: 'list thread', bob: 'list thread' },
  ],
  [
    'the buyer has another name',
    ({ bob }) => bob.patch(apiPaths.account, { firstName: 'Robert' }),
    { ada: 'list thread', bob: 'me' },
  ],
  [
    'the seller has another name',
    ({ ada }) => ada.patch(apiPaths.account, { lastName: 'Byron' }),
    { ada: 'list thread me', bob: 'list thread' },
  ],
  [
    'the buyer is blocked',
    ({ ada, bobId }) => ada.put(apiPaths.block(bobId)),
    { ada: 'list thread', bob: 'list thread' },
  ],
  [
    'the buyer is unblocked',
    ({ ada, bobId }) => ada.delete(apiPaths.block(bobId)),
    { ada: 'list thread', bob: 'list thread' },
  ],
  [
    'another account of the buyer is blocked',
    async ({ app, db, ada }) => {
      await createLoggedInClient(app, {
        ...bobsAccount,
        email: bobsAccount.email.replace('@', '+2@'),
      })
      const row = await db.get<{ id: number }>(sql`SELECT MAX(id) AS id FROM users`)
      await ada.put(apiPaths.block(row?.id ?? 0))
    },
    { ada: 'list thread', bob: 'list thread' },
  ],
  [
    'and unblocked',
    ({ ada, bobId }) => ada.delete(apiPaths.block(bobId)),
    { ada: 'list thread', bob: 'list thread' },
  ],
  [
    'the seller is blocked, who had not written',
    ({ bob, adaId }) => bob.put(apiPaths.block(adaId)),
    { ada: 'list thread', bob: 'list thread me' },
  ],
  [
    'the seller is unblocked',
    ({ bob, adaId }) => bob.delete(apiPaths.block(adaId)),
    { ada: 'list thread', bob: 'list thread' },
  ],
  [
    'the listing is removed',
    ({ decide, lamp }) => decide(apiPaths.listingDecisions('misc', lamp.id), { action: 'remove' }),
    { ada: 'list thread', bob: 'list thread' },
  ],
  [
    'the listing is put back',
    ({ undoLast }) => undoLast(),
    { ada: 'list thread', bob: 'list thread' },
  ],
  [
    'the listing was reported as gone, and nobody answered',
    async ({ db, clock, lamp }) => {
      await db.run(
        sql`INSERT INTO listing_marks (listing_id, gone_asked_at) VALUES (${lamp.id}, 1)
          ON CONFLICT (listing_id) DO UPDATE SET gone_asked_at = 1`,
      )
      const job = { id: 0, cause: 'clock', payload: {}, attempts: 1, createdAt: 0 }
      const { signal } = new AbortController()
      const kind = expireReportedGone({ appUrl: 'https://quad.test' })
      await kind.run({ ...job, db, now: () => clock.now, signal })
    },
    { ada: 'list thread', bob: 'list thread' },
  ],
  [
    'the listing is available after all',
    ({ ada, lamp }) => ada.post(apiPaths.renew('misc', lamp.id)),
    { ada: 'list thread', bob: 'list thread' },
  ],
  [
    'the buyer is suspended',
    ({ decide, bobId }) => decide(apiPaths.studentDecisions(bobId), { action: 'suspend', days: 7 }),
    { bob: 'me' },
  ],
  ['the buyer is free again', ({ undoLast }) => undoLast(), { bob: 'me' }],
  [
    'the listing ends by the clock',
    async ({ db, clock, lamp }) => {
      const row = await db.get<{ ends_at: number }>(
        sql`SELECT ends_at FROM listings WHERE id = ${lamp.id}`,
      )
      clock.now = row?.ends_at ?? 0
      await db.run(sql`
        UPDATE sessions SET created_at = ${clock.now}, refreshed_at = ${clock.now},
          last_used_at = ${clock.now}`)
    },
    { ada: 'list thread', bob: 'list thread' },
  ],
  [
    // Nothing changes for the buyer, who saw only the title, and the thread keeps it.
    'the listing is deleted',
    (site) => site.ada.delete(itsListing(site)),
    { ada: 'list thread' },
  ],
  [
    'the buyer is banned',
    ({ decide, bobId }) => decide(apiPaths.studentDecisions(bobId), { action: 'ban' }),
    { ada: 'list thread', bob: 'list thread me' },
  ],
  ['the ban is undone', ({ undoLast }) => undoLast(), { ada: 'list thread' }],
  [
    'the buyer leaves',
    async ({ app }) => {
      const bob = await createLoggedInClient(app, bobsAccount)
      const payload = { password: strongPassword }
      await bob.send({ method: 'DELETE', url: apiPaths.account, payload })
    },
    { ada: 'list thread' },
  ],
]

describe.each(anyEngine)('polling on %s', (engine) => {
  it('is answered 304 as long as the same would be read, and not longer', async () => {
    const site = await openPolledSite(engine)
    const { poll, messages } = site
    const urls = { list: apiPaths.threads(), thread: messages, me: apiPaths.me }
    const readers = { ada: site.ada, bob: site.bob }
    const resources = Object.entries(readers).flatMap(([name, reader]) =>
      Object.entries(urls).map(([what, url]) => ({ key: [name, what] as const, reader, url })),
    )
    const readAll = () => Promise.all(resources.map(({ reader, url }) => poll(reader, url)))
    let shown = await readAll()
    for (const [happened, act, expected] of changes) {
      await act(site)
      const polled = await Promise.all(
        resources.map(({ reader, url }, index) => poll(reader, url, shown[index]?.etag)),
      )
      const fresh = await readAll()
      const changed: Record<string, string> = {}
      for (const [index, { key }] of resources.entries()) {
        const [name, what] = key
        const now = fresh[index]?.text
        const isSame = shown[index]?.text === now
        if (!isSame) changed[name] = [changed[name] ?? [], what].flat().join(' ')
        const { status, text } = polled[index] ?? {}
        const tabShows = status === 304 ? shown[index]?.text : text
        expect(tabShows, `${key.join("'s ")} after: ${happened}`).toBe(now)
      }
      expect(changed, happened).toEqual(expected)
      shown = fresh
    }
  })

  it('is answered 304 when other listings and students change', async () => {
    const { ada, bob, lamp, decide, poll, messages, app, db } = await openPolledSite(engine)
    const urls = [apiPaths.threads(), messages]
    const tags = await Promise.all(urls.map(async (url) => (await poll(bob, url)).etag))
    const changes: (() => Promise<unknown>)[] = [
      () => ada.post(apiPaths.list('misc'), newInput('misc')),
      () => ada.put(apiPaths.listing('misc', lamp.id + 1), newInput('misc')),
      () => ada.post(apiPaths.status('misc', lamp.id + 1), { status: 'sold' }),
      () => decide(apiPaths.listingDecisions('misc', lamp.id + 1), { action: 'remove' }),
      () => ada.delete(apiPaths.listing('misc', lamp.id + 1)),
      () => bob.post(apiPaths.list('rental'), newInput('rental')),
      () => db.transaction((tx) => bumpCategoryVersion(tx, 'misc')),
      async () => {
        const dan = await createLoggedInClient(app, { ...bobsAccount, email: at('dan') })
        await dan.send({ method: 'PATCH', url: apiPaths.account, payload: { firstName: 'Don' } })
      },
    ]
    for (const [index, change] of changes.entries()) {
      await change()
      const answers = await Promise.all(urls.map((url, each) => poll(bob, url, tags[each])))
      expect(
        answers.map(({ status }) => status),
        `change ${index}`,
      ).toEqual([304, 304])
    }
  })

  it('is answered 304 without a query but that of the session and, in the session itself, of favourites', async () => {
    const { db, ada, messages, poll } = await openThreadSite(engine)
    const spies = [vi.spyOn(db, 'all'), vi.spyOn(db, 'get'), vi.spyOn(db, 'run')]
    const countQueries = () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
    for (const url of [apiPaths.threads(), messages, apiPaths.me]) {
      const { etag } = await poll(ada, url)
      const before = countQueries()
      const answer = await poll(ada, url, etag)
      expect([answer.status, answer.etag, answer.text]).toEqual([304, etag, ''])
      expect(countQueries() - before).toBe(url === apiPaths.me ? 2 : 1)
    }
  })

  it('holds for the tag of a proxy that compresses, and for one of several', async () => {
    const { app, ada, messages, poll } = await openThreadSite(engine)
    for (const url of [apiPaths.threads(), messages, apiPaths.me]) {
      const { etag } = await poll(ada, url)
      expect(etag).toMatch(/^W\/"/)
      expect((await poll(ada, url, `"other", ${etag}`)).status).toBe(304)
      expect((await poll(ada, url, `${etag}x`)).status).toBe(200)
      if (url !== apiPaths.me) {
        expect((await poll(ada, `${url}?cursor=1`, etag)).status).toBe(200)
        expect((await poll(ada, `${url}?cursor=x`, etag)).status).toBe(400)
      }
      const headers = { cookie: ada.cookie(), 'accept-encoding': 'br' }
      expect((await app.inject({ url, headers })).headers).toMatchObject({
        etag,
        'cache-control': 'no-store',
      })
    }
  })
})
