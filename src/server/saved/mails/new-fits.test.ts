import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { maxMailedListings } from '#contract/saved-rules.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine, engines } from '#tests/support/databases.ts'
import { recordingDb } from '#tests/support/explain.ts'
import { morning, openSavedMailSite } from '#tests/support/saved-mail-site.ts'
import type { Query } from '../../database/database.ts'
import { dayMs, hourMs } from '../../durations.ts'
import { readNewBlockKey } from '../../students/block-keys.ts'
import { insertBlock } from '../../students/block-queries.ts'
import { findUser } from '../../students/user-queries.ts'
import { skipOldNews } from '../skip-old-news.ts'
import { findNewest, readNewFits } from './new-fits.ts'

stayOnBuiltInCampus()

const nextMorning = morning + dayMs
const winter = { move_in: '2027-01-01', move_out: '2027-04-30' }
const request = {
  title: 'Room & desk',
  ...winter,
  ...{ place: 'Room', people: 1, budget: 900, near: 'waterloo-20' },
}
const room = { title: 'Bright room', cost: 850, people_in_bedroom: 1 }

/** Opens a site where Ada looks for a room for winter. */
async function open(engine: Engine) {
  const site = await openSavedMailSite(engine)
  const requestId = await site.post(request, 'wanted', site.ada)
  site.clock.now += hourMs
  return { ...site, requestId }
}

describe.each(engines)('emails about what fits on %s', (engine) => {
  it('tell who looks for a place of a new one, once, in the morning', async () => {
    const { post, run, sent, ada, db } = await open(engine)
    const roomId = await post(room, 'rental')
    await db.run(sql`UPDATE listings SET status = 'pending' WHERE id = ${roomId}`)
    await post({ ...room, title: 'Too dear', cost: 901 }, 'rental')
    const minutes = { waterloo: { walk: 30 } }
    await post({ ...room, title: 'Too far', minutes }, 'rental')
    expect(await run(morning - 1)).toBe(0)
    expect(await run(morning)).toBe(1)
    expect(sent[0]).toMatchObject({ to: ada.email, subject: '1 new place fits: Room & desk' })
    expect(sent[0]?.text).toContain(`/rentals/${roomId}\n`)
    expect(sent[0]?.text.replace(/\s+/g, ' ')).toContain(
      'Pending · Winter 2027 · $50 under your limit · under 15 min to Waterloo',
    )
    expect(sent[0]?.text).not.toMatch(/Too (dear|far)/)
    expect(sent[0]?.unsubscribeUrl).toContain('/unsubscribe?token=saved.')
    expect(await run(nextMorning)).toBe(1)
  })

  it('tell the owner of a place of a new request, and not of the older ones', async () => {
    const { post, run, sent, bob, addStudent, clock } = await open(engine)
    await post(room, 'rental')
    await run(morning)
    const carl = await addStudent(at('carl'))
    clock.now += hourMs
    await post({ ...request, title: 'Me' }, 'wanted', carl)
    const id = await post({ ...request, title: 'Me too' }, 'wanted', carl)
    expect(await run(nextMorning)).toBe(2)
    // Two requests of one student are one student, also on the next day.
    expect(await run(nextMorning + dayMs)).toBe(2)
    expect(sent[1]).toMatchObject({
      to: bob.email,
      subject: '1 more student is looking for this: Bright room',
    })
    expect(sent[1]?.text).toContain(`/wanted/${id}\n`)
    expect(sent[1]?.text).toContain('$50 under their limit')
    expect(sent[1]?.text).not.toContain('Room & desk')
  })
})

type Site = Awaited<ReturnType<typeof open>>

describe.each(anyEngine)('what is new on %s', (engine) => {
  it('is told to all who wait, also to those who have waited longest', async () => {
    const { db, post, ada, clock, requestId } = await open(engine)
    // The rule decides about 50 candidates at a time.
    for (let number = 0; number < 110; number++) await post(request, 'wanted', ada)
    await post(room, 'rental')
    const queries: Query[] = []
    const found = await readNewFits(recordingDb(db, queries), clock.now, AbortSignal.any([]))
    const ids = found.get(ada.id)?.map(({ ownId }) => ownId) ?? []
    expect(new Set(ids).size).toBe(111)
    expect(ids).toContain(requestId)
    // Each request looks for rooms in one page, and the room for requests in three.
    const pages = queries.filter(({ sql, values }) => /search/.test(sql) && values.at(-1) === 51)
    expect(pages).toHaveLength(111 + 3)
  })

  it('is what was posted, not renewed, in the last two days', async () => {
    const { db, post, clock, renew, bob } = await open(engine)
    const old = await post(room, 'rental')
    clock.now += 20 * dayMs
    const since = clock.now - 1
    const ids = [await post(room, 'rental'), await post(room, 'rental', bob)]
    await db.run(sql`UPDATE listings SET ends_at = ${clock.now + dayMs} WHERE id = ${old}`)
    await renew(old, 'rental')
    const all = { below: Number.MAX_SAFE_INTEGER, since }
    expect(await findNewest(db, 'rental', all)).toEqual({ ids: ids.toReversed(), next: 0 })
  })

  it('costs as much for many listings as for one when emails are turned on', async () => {
    const { db, post, bob, clock } = await open(engine)
    const off = { mailSaved: false, mailFavourites: false }
    const change = { studentId: bob.id, before: off, after: { ...off, mailSaved: true } }
    const count = async () => {
      const queries: Query[] = []
      await skipOldNews(recordingDb(db, queries), { ...change, now: clock.now })
      return queries.length
    }
    await post(room, 'rental')
    const before = await count()
    for (let number = 0; number < 5; number++) await post(room, 'rental')
    expect(await count()).toBe(before)
  })
})

describe.each(anyEngine)('no email about what fits on %s', (engine) => {
  it.each<[string, (site: Site, roomId: number) => unknown]>([
    [
      'without emails about what is saved',
      ({ change, ada }) => change(ada.id, sql`mail_saved = 0`),
    ],
    ['to a closed account', ({ change, ada }) => change(ada.id, sql`banned_at = 1`)],
    [
      'to a suspended student',
      ({ change, ada }) => change(ada.id, sql`suspended_until = ${nextMorning}`),
    ],
    ['about a place that has ended', ({ db }, id) => end(db, id)],
    ['for a request that has ended', ({ db, requestId }) => end(db, requestId)],
    [
      'about a place of a blocked student',
      async ({ db, ada, bob, clock }) => {
        const blocked = await findUser(db, bob.id)
        if (!blocked) throw new Error('Bob is gone.')
        const blockedHash = await readNewBlockKey(db, blocked)
        const block = { blockerId: ada.id, blockedId: bob.id, blockedHash, now: clock.now }
        await insertBlock(db, block)
      },
    ],
    [
      'about a place that no longer fits',
      ({ db }, id) => db.run(sql`UPDATE listings SET price_cents = 90100 WHERE id = ${id}`),
    ],
  ])('%s, also when it is written already', async (_, happen) => {
    const before = await open(engine)
    await happen(before, await before.post(room, 'rental'))
    expect(await before.run(morning)).toBe(0)
    const after = await open(engine)
    const roomId = await after.post(room, 'rental')
    after.stopMailServer()
    await after.run(morning)
    expect(await after.findQueued()).toHaveLength(1)
    await happen(after, roomId)
    after.startMailServer()
    expect(await after.run(morning + hourMs)).toBe(0)
  })

  it('about saved requests to a suspended student, however many have changed', async () => {
    const suspended = await open(engine)
    await suspended.change(suspended.ada.id, sql`suspended_until = ${nextMorning}`)
    for (const [site, count] of [
      [suspended, 0],
      [await open(engine), 1],
    ] as const) {
      const { post, favour, change, ada, db, clock, run } = site
      await change(ada.id, sql`mail_favourites = 1`)
      for (let number = 0; number <= maxMailedListings; number++) {
        await favour(await post({ title: `Request ${number}` }, 'wanted'))
      }
      await db.run(sql`UPDATE listings SET status = 'pending', status_changed_at = ${clock.now}`)
      expect(await run(morning)).toBe(count)
    }
  })

  it('about a place of their own, or of before they wanted emails', async () => {
    const { post, run, ada, addStudent, db, clock } = await open(engine)
    const second = await addStudent(at('ada+second'))
    await post(room, 'rental', second)
    await post({ ...room, title: 'Mine' }, 'rental', ada)
    expect(await run(morning)).toBe(0)
    await post({ ...room, title: 'Later' }, 'rental')
    const off = { mailSaved: false, mailFavourites: false }
    const change = { studentId: ada.id, before: off, after: { ...off, mailSaved: true } }
    await db.transaction((tx) => skipOldNews(tx, { ...change, now: clock.now }))
    expect(await run(nextMorning)).toBe(0)
  })
})

const end = (db: Site['db'], id: number) =>
  db.run(sql`UPDATE listings SET status = 'expired' WHERE id = ${id}`)
