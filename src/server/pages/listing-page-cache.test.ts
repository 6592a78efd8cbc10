import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { Render } from '#contract/rendering.ts'
import {
  buildTestAppWithUsers,
  createJsonClient,
  insertLoggedInStudent,
} from '#tests/support/build-test-app-with-users.ts'
import { at } from '#tests/support/campus-email.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { testHashingCost } from '#tests/support/hashing-cost.ts'
import { bob as bobsAccount, strongPassword } from '#tests/support/http-client.ts'
import { listingInputs, newInput } from '#tests/support/listing-inputs.ts'
import { insertTestSignalAnswer } from '#tests/support/moderation-rows.ts'
import { deleteAccount } from '../account/account-deletion.ts'
import { buildApp } from '../app.ts'
import { hourMs, minuteMs, toIso } from '../durations.ts'
import { endDueListings } from '../listings/lifecycle/end-listings.ts'
import { renewByLink } from '../listings/lifecycle/renew-by-link.ts'
import { generateRenewToken, saveRenewLink } from '../listings/lifecycle/renew-links.ts'
import { insertListing } from '../listings/listing-queries.ts'
import { reindexListings } from '../listings/search/reindex-listings.ts'
import { expireReportedGone } from '../moderation/reports/reported-gone.ts'
import { openDiskStore } from '../photos/disk-store.ts'
import { createPhotos } from '../photos/photos.ts'
import { countPriceGroups } from '../signals/prices/count-price-groups.ts'
import { insertReset } from '../students/passwords/reset-password.ts'
import { hashToken } from '../students/sessions/session-token.ts'
import { bumpListsVersion } from '../versions/category-versions.ts'

const isbn = '9780306406157'
const book = { ...listingInputs.textbook, isbn, price: 20 }

/** Renders what the page of a listing loads: the listing, and the number of its copies. */
const renderListing: Render = async ({ url, fetch, audience }) => {
  const response = await fetch(`/api${url}`)
  const listing = (await response.json()) as { isbn?: string }
  const copies = listing.isbn && (await fetch(`/api/textbooks/isbn/${listing.isbn}?limit=0`))
  return {
    status: response.status,
    head: { title: 'A page', description: '' },
    body: JSON.stringify([listing, copies && (await copies.json())]),
    state: { audience, queries: null, today: '2026-11-15', routeIds: [] },
    modules: [],
  }
}

/** Opens two apps on one database, in which everyone has opened the page of Ada's book. */
async function open(engine: Engine) {
  const render = vi.fn(renderListing)
  const loadWeb = async () => ({ render, assetTags: () => '' })
  const site = await buildTestAppWithUsers(engine, {}, { loadWeb })
  const { app, db, config, clock, dataDir } = site
  const now = () => clock.now
  const photos = createPhotos({ store: await openDiskStore(join(dataDir, 'uploads')) })
  const options = { hashingCost: testHashingCost, runsClocks: false, loadWeb }
  const secondApp = await buildApp({ config, db, photos, now, ...options })
  onTestFinished(() => secondApp.close())

  const addStudent = async (name: string) => {
    const email = at(name.toLowerCase())
    const client = await insertLoggedInStudent(site, { ...bobsAccount, firstName: name, email })
    await db.run(sql`UPDATE users SET created_at = 0 WHERE email = ${email}`)
    return createJsonClient(client)
  }
  const carol = await addStudent('Carol')
  const eve = await addStudent('Eve')
  await db.run(sql`UPDATE users SET role = 'admin' WHERE email = ${at('eve')}`)
  const { body: posted } = await site.ada.post(apiPaths.list('textbook'), book)
  const { body: other } = await site.bob.post(apiPaths.list('textbook'), newInput('textbook'))
  const { id } = posted

  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  /** Reads the page as a visitor and as a student on both apps, when all have read versions again. */
  const readPages = async () => {
    vi.advanceTimersByTime(1_000)
    const readers = [app, secondApp].flatMap((each) =>
      ['', carol.cookie()].map((cookie) => ({ app: each, cookie })),
    )
    return Promise.all(
      readers.map(async (reader) => {
        const headers = { cookie: reader.cookie, 'accept-encoding': 'identity' }
        const { statusCode, body } = await reader.app.inject({ url: `/textbooks/${id}`, headers })
        return `${statusCode} ${body}`
      }),
    )
  }
  const adaId = posted.seller.id
  const decide = async (url: string, body: object) => {
    const row = await db.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM moderation_log`)
    const answer = await eve.post(url, { reason: 'scam', note: '', seen: row?.id ?? null, ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  const undoLast = async () => {
    const row = await db.get<{ id: number }>(sql`SELECT max(id) AS id FROM moderation_log`)
    await decide(apiPaths.undoDecision(row?.id ?? 0), { reason: 'mistake' })
  }
  const decideOn = (listingId: number, action: string, reason = 'scam') =>
    decide(apiPaths.listingDecisions('textbook', listingId), { action, reason })
  const edit = (input: object) =>
    site.ada.put(apiPaths.listing('textbook', id), { ...book, ...input })
  const setStatus = (status: string) => site.ada.post(apiPaths.status('textbook', id), { status })
  return {
    ...{ ...site, id, adaId, other, render, readPages, addStudent },
    ...{ decide, decideOn, undoLast, edit, setStatus },
  }
}

type Site = Awaited<ReturnType<typeof open>>

const renew = async ({ ada, clock, id }: Site) => {
  clock.now += minuteMs
  await ada.post(apiPaths.renew('textbook', id))
}

const { signal } = new AbortController()

/** Changes, one after the other, and what the page shows after each of them and not before. */
const changes: [string, (site: Site) => Promise<unknown>, RegExp | { not: RegExp }][] = [
  ['it is edited', ({ edit }) => edit({ book_title: 'Calculus II' }), /Calculus II/],
  ['its price drops', ({ edit }) => edit({ price: 15 }), /"price":15,/],
  ['it has another photo', ({ edit }) => edit({ photos: ['https://x.example/2.jpg'] }), /2\.jpg/],
  ['it is pending', ({ setStatus }) => setStatus('pending'), /"status":"pending"/],
  ['it is available again', ({ setStatus }) => setStatus('available'), /"status":"available"/],
  ['it is renewed', renew, /"renewed_at":"/],
  [
    'it is renewed by a link',
    async ({ db, clock, id }) => {
      const token = generateRenewToken()
      const row = await db.get<{ ends_at: number }>(
        sql`SELECT ends_at FROM listings WHERE id = ${id}`,
      )
      await saveRenewLink(db, token, { id, endsAt: toIso(row?.ends_at ?? 0) })
      clock.now += minuteMs
      expect(await db.transaction((tx) => renewByLink(tx, token, clock.now, {}))).toBe(true)
    },
    /"renewed_at":"2026-11-15T12:02/,
  ],
  [
    'its seller has another name',
    ({ ada }) => ada.patch(apiPaths.account, { lastName: 'Byron' }),
    /Ada B/,
  ],
  [
    'others offer the same book',
    async ({ db, bob, clock }) => {
      const { body } = await bob.get(apiPaths.me)
      for (let copy = 1; copy <= 12; copy += 1) {
        await insertListing(db, {
          category: 'textbook',
          seller_id: body.id,
          title: 'Calculus',
          price_cents: 100_00,
          description: '',
          details: JSON.stringify({ listing_type: 'Selling', isbn }),
          search_text: '',
          posted_at: clock.now,
          ends_at: clock.now + 1000 * hourMs,
        })
      }
      await db.transaction((tx) => bumpListsVersion(tx, 'textbook'))
    },
    /"total":13/,
  ],
  [
    'prices are counted',
    ({ db, clock }) => countPriceGroups(db, { now: clock.now, signal }),
    /the middle of/,
  ],
  [
    'a moderator hides the signal',
    async ({ db, clock, id, decide }) => {
      const answerId = await insertTestSignalAnswer(db, {
        listingId: id,
        signal: `price textbook isbn ${isbn} 2000`,
        createdAt: clock.now,
      })
      await decide(apiPaths.signalAnswerDecision(answerId), { decision: 'hidden' })
    },
    { not: /the middle of/ },
  ],
  ['that is undone', ({ undoLast }) => undoLast(), /the middle of/],
  [
    'reports hide it',
    async ({ id, addStudent }) => {
      for (const name of ['Dan', 'Fay', 'Gus']) {
        const reporter = await addStudent(name)
        await reporter.post(apiPaths.report('textbook', id), { reason: 'scam', note: '' })
      }
    },
    /^410/,
  ],
  ['it is kept', ({ id, decideOn }) => decideOn(id, 'keep', 'within_rules'), /^200/],
  ['it is removed', ({ id, decideOn }) => decideOn(id, 'remove'), /^410/],
  ['the removal is undone', ({ undoLast }) => undoLast(), /^200/],
  [
    'it is gone, and its seller does not answer',
    async ({ db, clock, id }) => {
      await db.run(sql`INSERT INTO listing_marks (listing_id, gone_asked_at) VALUES (${id}, 1)`)
      const job = { id: 0, cause: 'clock', payload: {}, attempts: 1, createdAt: 0 }
      const kind = expireReportedGone({ appUrl: 'https://quad.test' })
      await kind.run({ ...job, db, now: () => clock.now, signal })
    },
    /^410/,
  ],
  ['it is renewed after its end', renew, /^200/],
  ['it is sold', ({ setStatus }) => setStatus('sold'), /"status":"sold"/],
  [
    'its seller is banned',
    ({ decide, adaId }) => decide(apiPaths.studentDecisions(adaId), { action: 'ban' }),
    /^410/,
  ],
  ['the ban is undone', ({ undoLast }) => undoLast(), /^200/],
  [
    'the account is taken back from a stranger',
    async ({ db, visitor, adaId, clock }) => {
      await db.run(sql`UPDATE users SET must_confirm = 1, confirmed_at = NULL WHERE id = ${adaId}`)
      const token = 'a token'
      const times = { createdAt: clock.now, expiresAt: clock.now + hourMs }
      await insertReset(db, { tokenHash: hashToken(token), studentId: adaId, ...times })
      const password = strongPassword
      const reset = await visitor.post(apiPaths.resetPassword, { token, password })
      expect(reset.status, JSON.stringify(reset.body)).toBe(200)
    },
    { not: /Ada B/ },
  ],
  [
    'the account is deleted',
    ({ db, adaId, clock }) =>
      db.transaction((tx) => deleteAccount(tx, adaId, { appUrl: '', now: clock.now })),
    /^404/,
  ],
]

describe.each(engines)('the cached page of a listing on %s', (engine) => {
  it('shows every change to visitors and students, also what another process changed', async () => {
    const site = await open(engine)
    for (const [happened, change, expected] of changes) {
      const isShown = (page: string) =>
        'not' in expected ? !expected.not.test(page) : expected.test(page)
      expect((await site.readPages()).map(isShown), `before: ${happened}`).not.toContain(true)
      await change(site)
      expect((await site.readPages()).map(isShown), happened).not.toContain(false)
    }
  }, 60_000)

  it('is not rendered again when other listings change', async () => {
    const site = await open(engine)
    const { db, bob, clock, other, render, readPages, decideOn, undoLast } = site
    const shown = await readPages()
    expect(render).toHaveBeenCalledTimes(4)
    await bob.post(apiPaths.list('textbook'), newInput('textbook'))
    await readPages()
    await bob.put(apiPaths.listing('textbook', other.id), newInput('textbook'))
    await readPages()
    await bob.patch(apiPaths.account, { lastName: 'Pebble' })
    await readPages()
    await decideOn(other.id, 'remove')
    await readPages()
    await undoLast()
    await db.run(sql`UPDATE listings SET ends_at = ${clock.now} WHERE id = ${other.id}`)
    await endDueListings(db, clock.now)
    await readPages()
    await db.run(sql`UPDATE listings SET search_text = 'old'`)
    expect(await reindexListings(db)).toBeGreaterThan(1)
    expect(await readPages()).toEqual(shown)
    expect(render).toHaveBeenCalledTimes(4)
    await bob.post(apiPaths.list('textbook'), { ...newInput('textbook'), isbn })
    expect((await readPages()).every((page) => page.includes('"total":2'))).toBe(true)
    expect(render).toHaveBeenCalledTimes(8)
  })

  it('is gone when its owner deletes it', async () => {
    const { ada, id, readPages } = await open(engine)
    await readPages()
    await ada.delete(apiPaths.listing('textbook', id))
    expect((await readPages()).map((page) => page.slice(0, 3))).toEqual(Array(4).fill('404'))
  })
})
