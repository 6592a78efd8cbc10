import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { campus } from '#campus/campus.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import { endListings } from '#server/listings/lifecycle/end-listings.ts'
import { buildTestAppWithUsers } from './build-test-app-with-users.ts'
import { listingInputs } from './listing-inputs.ts'
import { runJob } from './run-job.ts'

/** Adds campus days, using the time zone database. */
export const addDays = (time: number, days: number) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(campus.timeZone).add({ days })
    .epochMilliseconds

export const toIso = (time: number) => new Date(time).toISOString()

/** Opens a site where Ada posts and changes listings while the clock moves. */
export const openLifecycleSite = async (...options: Parameters<typeof buildTestAppWithUsers>) => {
  const testApp = await buildTestAppWithUsers(...options)
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
  /** Moves the clock and keeps the sessions alive. */
  const wait = async (ms: number) => {
    clock.now += ms
    await db.run(sql`UPDATE sessions SET created_at = ${clock.now}, refreshed_at = ${clock.now}`)
  }
  const waitUntil = (time: number) => wait(time - clock.now)
  const runEnd = () => runJob(endListings, { db, now: () => clock.now })
  return { ...testApp, post, newest, wait, waitUntil, runEnd }
}
