import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { createGeocoder } from '#server/geocoding/geocoder.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { nominatim, startGeocoderServer } from '#tests/support/geocoder-server.ts'
import { newInput } from '#tests/support/listing-inputs.ts'
import { runJob } from '#tests/support/run-job.ts'
import { minuteMs, secondMs } from '../../durations.ts'
import { locateListing } from './locate-listing.ts'

stayOnBuiltInCampus()

/** At Laurier. Waterloo is 23 minutes away. */
const place = [43.4738, -80.5275] as const
const minutes_about = { waterloo: 23, laurier: 1 }

async function openSite(engine: Engine) {
  const server = await startGeocoderServer(nominatim(...place))
  const GEOCODER_URL = `${server.origin}/search`
  const site = await buildTestAppWithUsers(engine, { GEOCODER_URL })
  const { ada, clock, db, config } = site
  const wait = (ms: number) => {
    clock.now += ms
  }
  const post = (change = {}) =>
    ada.post('/api/rentals', { ...newInput('rental'), anyway: true, ...change })
  const read = async (id: number) => (await ada.get(`/api/rentals/${id}`)).body
  const find = async (query: string) =>
    (await ada.get(`/api/rentals?${query}`)).body.results.map(({ id }: { id: number }) => id)
  /** Runs the jobs as another process does. */
  const runJobs = async () => {
    const now = () => clock.now
    const geocoder = createGeocoder({ config, db, now, log: { warn: () => undefined } })
    await runJob(locateListing(geocoder) as never, { db, now })
    geocoder?.close()
  }
  return { ...site, ...server, wait, post, read, find, runJobs }
}

describe.each(engines)('the address of a listing on %s', (engine) => {
  it('is looked up when it is posted and when it changes, and is found by the estimate', async () => {
    const { ada, post, read, find, wait, requests, state, db } = await openSite(engine)
    const posted = await post({ minutes: { laurier: { walk: 30 } } })
    expect(posted).toMatchObject({ status: 201, body: { minutes_about } })
    const { id } = posted.body
    expect(JSON.stringify(posted.body)).not.toContain('43.47')
    expect(await find('near=laurier-5')).toEqual([id])
    // The seller says under 30 minutes, and the estimate is far from that.
    expect(await find('near=laurier-10&order=near-waterloo')).toEqual([id])

    wait(secondMs)
    const input = { ...newInput('rental'), title: posted.body.title }
    const saved = await ada.put(`/api/rentals/${id}`, { ...input, title: 'Another title' })
    expect(saved.body).toMatchObject({ title: 'Another title', minutes_about })
    expect(requests).toHaveLength(1)
    state.answer = nominatim(43.4723, -80.5449)
    await ada.put(`/api/rentals/${id}`, { ...input, address: '200 University Ave W' })
    expect(await read(id)).toMatchObject({ minutes_about: { waterloo: 1, laurier: 23 } })
    expect(requests.map(({ url }) => url.searchParams.get('q'))).toEqual([
      '12 king st n',
      '200 university ave w',
    ])
    const row = await db.get<{ details: string }>(sql`SELECT details FROM listings`)
    expect(JSON.parse(row?.details ?? '')).toMatchObject({ address_at: [43.4723, -80.5449] })
  })

  it('is looked up later where the geocoder is slow or fails, and posting never fails', async () => {
    const { ada, post, read, find, wait, runJobs, state, requests } = await openSite(engine)
    state.answer = (response) => response.writeHead(500).end()
    const posted = await post()
    expect(posted).toMatchObject({ status: 201, body: { minutes_about: {} } })
    const { id, updated_at } = posted.body
    wait(secondMs)
    await runJobs()
    expect(await read(id)).toMatchObject({ minutes_about: {} })
    state.answer = nominatim(...place)
    wait(minuteMs)
    await runJobs()
    expect(await read(id)).toMatchObject({ minutes_about, updated_at })
    expect(await find('near=laurier-5')).toEqual([id])

    // An address that changes to one that cannot be looked up loses the old place at once.
    wait(secondMs)
    state.answer = (response) => response.destroy()
    const moved = { ...newInput('rental'), address: '1 Elsewhere Rd' }
    expect(await ada.put(`/api/rentals/${id}`, moved)).toMatchObject({
      status: 200,
      body: { minutes_about: {} },
    })
    expect(await find('near=laurier-5')).toEqual([])
    const before = requests.length
    await ada.delete(`/api/rentals/${id}`)
    wait(minuteMs)
    await runJobs()
    expect(requests).toHaveLength(before)
  })
})

it('is never asked for things without an address that can be saved', async () => {
  const { ada, post, requests, wait } = await openSite('sqlite')
  const { body } = await post()
  requests.length = 0
  wait(secondMs)
  // The body of an edit is validated later, with the saved values.
  for (const address of [
    '   ',
    'a'.repeat(201),
    `a${'\u0323\u0300'.repeat(200)}`,
    ['1 King St'],
    5,
  ]) {
    const edited = await ada.put(`/api/rentals/${body.id}`, { ...newInput('rental'), address })
    expect(edited.status, String(address)).toBe(400)
  }
  expect((await ada.post('/api/misc', newInput('misc'))).status).toBe(201)
  expect((await ada.post('/api/rentals', { address: 5 })).status).toBe(400)
  expect(requests).toEqual([])
})
