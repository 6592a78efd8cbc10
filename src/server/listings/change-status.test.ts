import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { ListingStatus } from '#contract/listing-status.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { engines } from '#tests/support/databases.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { runJob } from '#tests/support/run-job.ts'
import { dayMs, hourMs } from '../durations.ts'
import { endListings } from './end-listings.ts'

const addDays = (time: number, days: number) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('America/Toronto').add({ days })
    .epochMilliseconds

const toIso = (time: number) => new Date(time).toISOString()

const openSite = async (engine: (typeof engines)[number]) => {
  const testApp = await buildTestAppWithUsers(engine)
  const { ada, db, clock } = testApp
  const post = async (input: object = {}, path = 'misc') => {
    const base = path === 'rentals' ? listingInputs.rental : listingInputs.misc
    const { status, body } = await ada.post(`/api/${path}`, { ...base, ...input })
    expect([status, body]).toEqual([201, expect.anything()])
    const url = `/api/${path}/${body.id}`
    return {
      id: body.id,
      body,
      url,
      move: (to: ListingStatus) => ada.post(`${url}/status`, { status: to }),
      renew: () => ada.post(`${url}/renew`),
      edit: (change: object) => ada.put(url, { ...base, ...input, ...change }),
      read: async () => (await ada.get(url)).body,
    }
  }
  const newest = async () =>
    (await testApp.visitor.get('/api/misc')).body.results.map(({ id }) => id)
  /** Moves the clock; sessions go on. */
  const wait = async (ms: number) => {
    clock.now += ms
    await db.run(sql`UPDATE sessions SET created_at = ${clock.now}, refreshed_at = ${clock.now}`)
  }
  const waitUntil = (time: number) => wait(time - clock.now)
  const runEnd = () => runJob(endListings, { db, now: () => clock.now })
  return { ...testApp, post, newest, wait, waitUntil, runEnd }
}

describe.each(engines)('the status of a listing on %s', (engine) => {
  it('is changed by its owner, and a wrong move says so and changes nothing', async () => {
    const { post } = await openSite(engine)
    const { body, move, read } = await post()
    expect(body).toMatchObject({ status: 'available', renewed_at: null })
    expect(await move('pending')).toMatchObject({ status: 200, body: { status: 'pending' } })
    expect(await move('pending')).toMatchObject({
      status: 409,
      body: { code: 'wrong_status', error: 'It is pending and cannot be marked as pending.' },
    })
    expect(await move('sold')).toMatchObject({ status: 200, body: { status: 'sold' } })
    expect(await move('pending')).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
    expect(await read()).toMatchObject({ status: 'sold' })
    expect(await move('available')).toMatchObject({ status: 200, body: { status: 'available' } })
  })

  it('is named in the word of its category where a move is refused', async () => {
    const { post, wait } = await openSite(engine)
    const room = await post({}, 'rentals')
    await room.move('sold')
    expect((await room.renew()).body.error).toBe('It is rented and cannot be renewed.')
    const item = await post()
    await wait(40 * dayMs)
    expect((await item.move('sold')).body.error).toBe('It is ended and cannot be marked as sold.')
  })

  it.each(['expired', 'hidden', 'removed', 'gone', null, 1])('cannot be set to %s', async (to) => {
    const { ada, post } = await openSite(engine)
    const { url, read } = await post()
    expect(await ada.post(`${url}/status`, { status: to })).toMatchObject({
      status: 400,
      body: { fields: { status: expect.any(String) } },
    })
    expect(await read()).toMatchObject({ status: 'available' })
  })

  it('goes back from sold for 30 days', async () => {
    const { post, wait } = await openSite(engine)
    const [early, late, tooLate] = [await post(), await post(), await post()]
    const { ends_at } = early.body
    for (const { move } of [early, late, tooLate]) await move('sold')
    await wait(dayMs)
    expect((await early.move('available')).body).toMatchObject({ status: 'available', ends_at })
    await wait(29 * dayMs - 1)
    expect((await late.move('available')).body).toMatchObject({ status: 'available', ends_at })
    await wait(1)
    expect(await tooLate.move('available')).toMatchObject({ status: 409 })
  })

  it('gets a new end with its way back when the old one has passed', async () => {
    const { post, clock, wait, waitUntil } = await openSite(engine)
    const { move } = await post()
    await waitUntil(addDays(clock.now, 30) - hourMs)
    await move('sold')
    await wait(2 * hourMs)
    expect((await move('available')).body).toMatchObject({
      status: 'available',
      ends_at: toIso(addDays(clock.now, 30)),
    })
  })

  it('expires at its end, pending or not, and only then', async () => {
    const { post, clock, runEnd, newest, visitor, wait, waitUntil } = await openSite(engine)
    const [available, pending, sold] = [await post(), await post(), await post()]
    await pending.move('pending')
    await sold.move('sold')
    await waitUntil(addDays(clock.now, 30) - 1)
    await runEnd()
    expect(await newest()).toEqual([pending.id, available.id])
    await wait(1)
    await runEnd()
    expect(await newest()).toEqual([])
    expect((await visitor.get(available.url)).body).toEqual({
      code: 'gone',
      error: 'This listing has ended.',
    })
    expect(await available.read()).toMatchObject({ status: 'expired' })
    expect(await pending.read()).toMatchObject({ status: 'expired' })
    expect(await sold.read()).toMatchObject({ status: 'sold' })
    expect(await available.move('available')).toMatchObject({ status: 409 })
  })
})

describe.each(engines)('a renewal on %s', (engine) => {
  it('lists an expired listing again', async () => {
    const { post, clock, runEnd, newest, wait } = await openSite(engine)
    const { id, renew } = await post()
    await wait(40 * dayMs)
    await runEnd()
    expect(await renew()).toMatchObject({
      status: 200,
      body: {
        status: 'available',
        ends_at: toIso(addDays(clock.now, 30)),
        renewed_at: toIso(clock.now),
      },
    })
    expect(await newest()).toEqual([id])
  })

  it('keeps a listed one as it is, with a new end', async () => {
    const { post, clock, wait } = await openSite(engine)
    const { move, renew } = await post()
    await move('pending')
    await wait(5 * dayMs)
    expect((await renew()).body).toMatchObject({
      status: 'pending',
      ends_at: toIso(addDays(clock.now, 30)),
    })
  })

  it('moves it to the top at most once in 7 days; an edit never does', async () => {
    const { post, newest, wait } = await openSite(engine)
    const [first, second] = [await post(), await post()]
    expect(await newest()).toEqual([second.id, first.id])
    await wait(7 * dayMs - 1)
    await first.renew()
    await first.edit({ title: 'Brighter lamp' })
    expect(await newest()).toEqual([second.id, first.id])
    await wait(1)
    await first.renew()
    expect(await newest()).toEqual([first.id, second.id])
    await wait(7 * dayMs - 1)
    await second.renew()
    await first.renew()
    expect(await newest()).toEqual([second.id, first.id])
  })

  it('is refused for what was sold, and for an event that is over until its date is changed', async () => {
    const { post, runEnd, waitUntil } = await openSite(engine)
    const sold = await post()
    await sold.move('sold')
    expect(await sold.renew()).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
    const event = await post({ event_date: '2026-11-20' })
    expect(event.body.ends_at).toBe('2026-11-21T05:00:00.000Z')
    await waitUntil(Date.parse('2026-11-21T05:00:00.000Z'))
    await runEnd()
    expect(await event.renew()).toMatchObject({
      status: 409,
      body: { code: 'wrong_status', error: 'Its date has passed. Change the date first.' },
    })
    expect(await event.edit({ event_date: '2026-11-25' })).toMatchObject({
      status: 200,
      body: { status: 'expired' },
    })
    expect(await event.renew()).toMatchObject({
      status: 200,
      body: { status: 'available', ends_at: '2026-11-26T05:00:00.000Z' },
    })
  })
})

describe.each(engines)('the end of a listing on %s', (engine) => {
  it('cannot be posted in the past', async () => {
    const { ada } = await openSite(engine)
    const input = { ...listingInputs.misc, event_date: '2026-11-14' }
    expect(await ada.post('/api/misc', input)).toMatchObject({
      status: 400,
      body: { fields: { event_date: 'This date has passed. Choose today or later.' } },
    })
    expect(await ada.post('/api/misc', { ...input, event_date: '2026-11-15' })).toMatchObject({
      status: 201,
      body: { ends_at: '2026-11-16T05:00:00.000Z' },
    })
  })

  it.each(['2028-11-15', '9999-12-31'])('cannot be as far away as %s', async (event_date) => {
    const { ada, post } = await openSite(engine)
    const message = 'This date is too far away. Choose one in the next two years.'
    const refused = { status: 400, body: { fields: { event_date: message } } }
    expect(await ada.post('/api/misc', { ...listingInputs.misc, event_date })).toMatchObject(
      refused,
    )
    const { edit } = await post({ event_date: '2028-11-13' })
    expect(await edit({ event_date })).toMatchObject(refused)
  })

  it('moves with the dates it is computed from, and the clock job follows', async () => {
    const { post, clock, runEnd, newest, wait, waitUntil } = await openSite(engine)
    const room = await post({ is_sublet: true, date_available: '2027-05-01' }, 'rentals')
    expect(room.body.ends_at).toBe(toIso(addDays(clock.now, 45)))
    await wait(20 * dayMs)
    const moved = await room.edit({ date_available: '2026-12-01' })
    expect(moved.body.ends_at).toBe('2026-12-16T05:00:00.000Z')
    const event = await post({ event_date: '2026-12-30' })
    const soon = await event.edit({ event_date: '2026-01-01' })
    expect(soon.body.ends_at).toBe('2026-12-07T05:00:00.000Z')
    await waitUntil(Date.parse(String(soon.body.ends_at)) - 1)
    await runEnd()
    expect(await newest()).toEqual([event.id])
    await wait(1)
    await runEnd()
    expect(await newest()).toEqual([])
  })

  it('is waited for by the job that looks every hour, if it comes sooner', async () => {
    const { post, db, waitUntil } = await openSite(engine)
    await waitUntil(Date.parse('2026-11-16T04:30:00.000Z'))
    const runAt = async () =>
      (await db.get<{ run_at: number }>(sql`SELECT run_at FROM jobs WHERE kind = 'end-listings'`))
        ?.run_at
    await expect.poll(runAt, { timeout: 10_000 }).toBe(Date.parse('2026-11-16T05:30:00.000Z'))
    const { body } = await post({ event_date: '2026-11-15' })
    expect(await runAt()).toBe(Date.parse(String(body.ends_at)))
  })

  it('follows dates that are changed while it is sold', async () => {
    const { post } = await openSite(engine)
    const [past, later] = [
      await post({ event_date: '2026-12-01' }),
      await post({ event_date: '2026-12-01' }),
    ]
    for (const { move } of [past, later]) await move('sold')
    await past.edit({ event_date: '2026-11-01' })
    expect(await past.move('available')).toMatchObject({
      status: 200,
      body: { ends_at: '2026-11-17T05:00:00.000Z' },
    })
    await later.edit({ event_date: '2026-12-24' })
    expect(await later.move('available')).toMatchObject({
      status: 200,
      body: { ends_at: '2026-12-25T05:00:00.000Z' },
    })
  })

  it('is recorded in time by the running app', async () => {
    const { post, db, waitUntil } = await openSite(engine)
    const { id } = await post({ event_date: '2026-11-15' })
    await waitUntil(Date.parse('2026-11-16T05:00:00.000Z'))
    const status = async () =>
      (await db.all<{ status: string }>(sql`SELECT status FROM listings WHERE id = ${id}`))[0]
        ?.status
    await expect.poll(status, { timeout: 10_000 }).toBe('expired')
  })
})

/** What FEATURES.md says, in as few words as possible. */
interface Model {
  status: ListingStatus
  soldAt: number
  endsAt: number
  topAt: number
  countedFrom: number
  date: string | null
}

/** An edit sets the date of the event, so many days from now, or clears it. */
type Step = ['wait', number] | ['move', ListingStatus] | ['renew'] | ['edit', number | null]

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.tuple(fc.constant('wait' as const), fc.integer({ min: 1, max: 20 * 24 })),
    fc.tuple(
      fc.constant('move' as const),
      fc.constantFrom<ListingStatus>('available', 'pending', 'sold'),
    ),
    fc.constant<Step>(['renew']),
    fc.tuple(fc.constant('edit' as const), fc.option(fc.integer({ min: -5, max: 60 }))),
  ),
  { minLength: 5, maxLength: 25 },
)

const toZoned = (time: number) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('America/Toronto')
const dayIn = (time: number, days: number) => toZoned(time).toPlainDate().add({ days })
const endOf = (day: Temporal.PlainDate) =>
  day.add({ days: 1 }).toZonedDateTime('America/Toronto').epochMilliseconds

const endByRule = ({ date }: Model, from: number) =>
  date ? endOf(Temporal.PlainDate.from(date)) : addDays(from, 30)

const isOver = ({ date }: Model, now: number) =>
  date !== null && endOf(Temporal.PlainDate.from(date)) <= now

/** Applies the step to the model; true if it is allowed. */
function apply(model: Model, step: Step, now: number): boolean {
  const isListed = ['available', 'pending'].includes(model.status)
  const renew = () => {
    model.endsAt = Math.max(model.endsAt, endByRule(model, now))
    model.countedFrom = now
  }
  switch (step[0]) {
    case 'move': {
      const [, to] = step
      const isBack = model.status === 'sold' && to === 'available'
      const isInTime = isBack && now < model.soldAt + 30 * dayMs
      if (!isInTime && !(isListed && to !== model.status)) return false
      if (isBack && model.endsAt <= now) {
        if (isOver(model, now)) return false
        renew()
      }
      if (to === 'sold') model.soldAt = now
      model.status = to
      return true
    }
    case 'renew':
      if ((!isListed && model.status !== 'expired') || isOver(model, now)) return false
      if (!isListed) model.status = 'available'
      renew()
      if (now >= model.topAt + 7 * dayMs) model.topAt = now
      return true
    case 'edit': {
      const before = endByRule(model, model.countedFrom)
      model.date = step[1] === null ? null : dayIn(now, step[1]).toString()
      const after = endByRule(model, model.countedFrom)
      if (model.status === 'expired' || after === before) return true
      const earliest = after > before ? model.endsAt : endOf(dayIn(now, 1))
      model.endsAt = Math.max(after, earliest)
      return true
    }
    case 'wait':
      return true
  }
}

describe.each(engines)('any course of moves, renewals and edits on %s', (engine) => {
  it('follows the rules', async () => {
    const { post, clock, runEnd, newest, wait } = await openSite(engine)
    await fc.assert(
      fc.asyncProperty(steps, async (course) => {
        const [listing, other] = [await post(), await post()]
        const model: Model = {
          status: 'available',
          soldAt: 0,
          endsAt: addDays(clock.now, 30),
          topAt: clock.now,
          countedFrom: clock.now,
          date: null,
        }
        const postedAt = clock.now
        for (const step of course) {
          if (step[0] === 'wait') {
            await wait(step[1] * hourMs)
            if (['available', 'pending'].includes(model.status) && model.endsAt <= clock.now) {
              model.status = 'expired'
            }
            // Whether or not the job has run must make no difference to anyone.
            if (step[1] % 2 === 0) await runEnd()
          } else {
            const { status } = await send(listing, step, clock.now)
            expect([step, status]).toEqual([step, apply(model, step, clock.now) ? 200 : 409])
          }
          const { status, ends_at } = await listing.read()
          expect({ step, status, ends_at }).toEqual({
            step,
            status: model.status,
            ends_at: toIso(model.endsAt),
          })
          const ids = await newest()
          const isListed = ['available', 'pending'].includes(model.status)
          expect(ids.includes(listing.id), `${step}`).toBe(isListed)
          if (isListed && ids.includes(other.id)) {
            expect(ids.indexOf(listing.id) < ids.indexOf(other.id)).toBe(model.topAt > postedAt)
          }
        }
      }),
      { numRuns: engine === 'sqlite' ? 40 : 10 },
    )
  }, 120_000)
})

const send = (
  listing: Pick<
    Awaited<ReturnType<Awaited<ReturnType<typeof openSite>>['post']>>,
    'move' | 'renew' | 'edit'
  >,
  step: Step,
  now: number,
) => {
  if (step[0] === 'move') return listing.move(step[1])
  if (step[0] === 'renew') return listing.renew()
  const days = step[1]
  return listing.edit({ event_date: days === null ? null : dayIn(now, Number(days)).toString() })
}
