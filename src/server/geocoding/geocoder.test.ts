import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished } from 'vitest'
import { changeCampus, stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { json, nominatim, photon, startGeocoderServer } from '#tests/support/geocoder-server.ts'
import { dayMs, secondMs } from '../durations.ts'
import { createGeocoder, geocodingData } from './geocoder.ts'

stayOnBuiltInCampus()

const place = [43.47, -80.53] as const

async function openGeocoder(
  { answer = nominatim(...place), path = '/search' } = {},
  engine: Engine = 'sqlite',
) {
  const server = await startGeocoderServer(answer)
  const db = await openTestDatabase(engine)
  const clock = { now: Date.UTC(2026, 10, 15) }
  const config = { GEOCODER_URL: server.origin + path, APP_URL: 'https://quad.example' }
  const lines: unknown[] = []
  const log = { warn: (...line: unknown[]) => lines.push(line) }
  const open = () => {
    const geocoder = createGeocoder({ config, db, now: () => clock.now, log })
    if (!geocoder) throw new Error('There is no geocoder.')
    onTestFinished(() => geocoder.close())
    return geocoder
  }
  return { ...server, db, clock, config, lines, open, geocoder: open() }
}

it('does not exist without an address', async () => {
  const db = await openTestDatabase('sqlite')
  const config = { GEOCODER_URL: undefined, APP_URL: 'https://quad.example' }
  const deps = { config, db, now: () => 0, log: { warn: () => undefined } }
  expect(createGeocoder(deps)).toBeUndefined()
})

describe('a request', () => {
  it('to Nominatim asks for one place near the campuses, and says who asks', async () => {
    const { geocoder, requests } = await openGeocoder({ path: '/search?key=1' })
    expect(await geocoder.find('12 King St N & 3')).toEqual(place)
    const [{ url, userAgent } = { url: new URL('http://x'), userAgent: '' }] = requests
    expect(url.pathname).toBe('/search')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      key: '1',
      q: '12 king st n & 3',
      limit: '1',
      format: 'jsonv2',
      viewbox: '-80.8449,43.7738,-80.2275,43.1723',
      bounded: '1',
    })
    expect(userAgent).toBe('Quad (https://quad.example; hello@quad.example)')
  })

  it('to Photon has no parameter that Photon refuses', async () => {
    const { geocoder, requests } = await openGeocoder({ answer: photon(...place), path: '/api/' })
    expect(await geocoder.find('12 King St N')).toEqual(place)
    expect([...(requests[0]?.url.searchParams.keys() ?? [])]).toEqual(['q', 'limit', 'lat', 'lon'])
  })

  it('has a header that HTTP allows, whatever the site is called', async () => {
    const { geocoder, requests } = await openGeocoder()
    changeCampus({ brand: 'Čtverec 四' })
    await geocoder.find('12 King St N')
    expect(requests[0]?.userAgent).toBe('tverec  (https://quad.example; hello@quad.example)')
  })
})

describe.each(engines)('answers on %s', (engine) => {
  it('are kept, also across processes, and forgotten', async () => {
    const { geocoder, open, requests, clock, db, state } = await openGeocoder({}, engine)
    expect(await geocoder.find('12 King St N')).toEqual(place)
    expect(await geocoder.find(' 12  king st n ')).toEqual(place)
    expect(await open().find('12 King St N')).toEqual(place)
    expect(requests).toHaveLength(1)
    clock.now += secondMs
    state.answer = json([])
    expect(await geocoder.find('Nowhere 5')).toBeNull()
    clock.now += 6 * dayMs
    expect(await geocoder.find('Nowhere 5')).toBeNull()
    expect(requests).toHaveLength(2)
    clock.now += dayMs
    expect(await geocoder.find('Nowhere 5')).toBeNull()
    expect(requests).toHaveLength(3)
    clock.now += 90 * dayMs
    for (const expire of geocodingData.expire ?? []) await expire(db, clock.now)
    expect(await db.all(sql`SELECT * FROM geocoded_addresses`)).toEqual([])
  })

  it('are asked for once a second at most, by all processes together', async () => {
    const { geocoder, open, requests, clock } = await openGeocoder({}, engine)
    await geocoder.find('1 King St')
    const second = open().findSoon('2 King St', 'ada')
    expect(await second).toBe('later')
    expect(requests).toHaveLength(1)
    clock.now += secondMs
    expect(await open().find('2 King St')).toEqual(place)
  })
})

describe('an answer is refused', () => {
  const text = (body: string, type = 'application/json', status = 200) => ({
    answer: ((response) =>
      response.writeHead(status, { 'content-type': type }).end(body)) as ReturnType<typeof json>,
  })

  it.each([
    ['with an error', text('{"error":"busy"}', 'application/json', 503)],
    ['with a refusal', text('Usage limit', 'text/plain', 429)],
    ['with another type', text('[]', 'text/html')],
    ['that is no JSON', text('<html>')],
    ['that is no list', text('{"lat":1,"lon":2}')],
    ['with words for numbers', { answer: json([{ lat: 'north', lon: 'west' }]) }],
    ['beyond the poles', { answer: json([{ lat: '91', lon: '0' }]) }],
    ['without coordinates', { answer: json({ features: [{ geometry: null }] }) }],
    ['that is huge', text(`[${' '.repeat(70_000)}]`)],
    ['that is no UTF-8', text('\xff\xfe'.repeat(3))],
  ])('%s', async (_, options) => {
    const { geocoder, lines, db } = await openGeocoder(options)
    await expect(geocoder.find('12 King St N')).rejects.toThrow('The geocoder failed')
    expect(JSON.stringify(lines)).not.toContain('King')
    expect(await db.all(sql`SELECT * FROM geocoded_addresses`)).toEqual([])
  })

  it('that leads elsewhere, and nobody goes there', async () => {
    const elsewhere = await startGeocoderServer(nominatim(...place))
    const { geocoder } = await openGeocoder({
      answer: (response) =>
        response.writeHead(302, { location: `${elsewhere.origin}/search` }).end(),
    })
    await expect(geocoder.find('12 King St N')).rejects.toThrow('The geocoder failed')
    expect(elsewhere.requests).toEqual([])
  })

  it('from the other end of the world: it is another street of that name', async () => {
    const { geocoder } = await openGeocoder({ answer: nominatim(51.5, -0.12) })
    expect(await geocoder.find('12 King St')).toBeNull()
  })

  it.each([
    ['a city', '/search', nominatim(...place, 16)],
    ['a city, by Photon', '/api', photon(...place, 'city')],
    ['something unnamed', '/search', json([{ lat: '43.47', lon: '-80.53' }])],
  ])('for %s: its middle says nothing about a walk', async (_, path, answer) => {
    const { geocoder } = await openGeocoder({ path, answer })
    expect(await geocoder.find('Waterloo, ON')).toBeNull()
  })
})

it.each([
  ['/search', nominatim(...place, 26)],
  ['/api', photon(...place, 'street')],
])('accepts a street from %s', async (path, answer) => {
  const { geocoder } = await openGeocoder({ path, answer })
  expect(await geocoder.find('King St N')).toEqual(place)
})

it('asks for the text that it keeps the answer under', async () => {
  const { geocoder, requests } = await openGeocoder()
  await geocoder.find('12² King St N')
  await geocoder.find('１２２ King St N')
  expect(requests.map(({ url }) => url.searchParams.get('q'))).toEqual(['122 king st n'])
})

it('does not log what the fetch says, which may be the whole URL', async () => {
  const { open, lines, config } = await openGeocoder()
  config.GEOCODER_URL = 'http://eve:secret@127.0.0.1:9/search'
  await expect(open().find('12 King St N')).rejects.toThrow(
    'The geocoder failed: the request failed',
  )
  expect(JSON.stringify(lines)).not.toMatch(/secret|king/i)
})

describe('a student', () => {
  it('waits no longer than a moment, and the answer is there later', async () => {
    const held = Promise.withResolvers<void>()
    const { geocoder, requests } = await openGeocoder({
      answer: (response, request) => {
        held.promise.then(() => nominatim(...place)(response, request))
      },
    })
    expect(await geocoder.findSoon('12 King St N', 'ada')).toBe('later')
    held.resolve()
    await expect.poll(() => geocoder.findSoon('12 King St N', 'ada')).toEqual({ location: place })
    expect(requests).toHaveLength(1)
  })

  it('waits no more for a geocoder that has just failed', async () => {
    const { geocoder, requests, clock, state } = await openGeocoder({
      answer: (response) => response.destroy(),
    })
    expect(await geocoder.findSoon('1 King St', 'ada')).toBe('later')
    clock.now += secondMs
    state.answer = nominatim(...place)
    expect(await geocoder.findSoon('2 King St', 'ada')).toBe('later')
    expect(requests).toHaveLength(1)
    clock.now += 30 * secondMs
    expect(await geocoder.findSoon('2 King St', 'ada')).toEqual({ location: place })
  })

  it('waits for no address that the geocoder refuses, and neither do others', async () => {
    const { geocoder, clock, state } = await openGeocoder({
      answer: (response) => response.writeHead(400).end(),
    })
    expect(await geocoder.findSoon('?', 'eve')).toEqual({ location: null })
    clock.now += secondMs
    state.answer = nominatim(...place)
    expect(await geocoder.findSoon('2 King St', 'ada')).toEqual({ location: place })
    // What is known needs no geocoder.
    clock.now += secondMs
    state.answer = (response) => response.destroy()
    expect(await geocoder.findSoon('3 King St', 'ada')).toBe('later')
    expect(await geocoder.findSoon('2 King St', 'ada')).toEqual({ location: place })
  })

  it('is told "later" when too many wait, and loses no turn to one who asks a lot', async () => {
    const { geocoder } = await openGeocoder({ answer: () => undefined })
    let refused = 0
    const all = Array.from({ length: 25 }, (_, number) =>
      geocoder.find(`${number} King St`, 'eve').catch((error) => {
        refused++
        throw error
      }),
    )
    const settled = Promise.allSettled(all)
    await expect(Promise.race(all)).rejects.toMatchObject({ code: 'unavailable' })
    expect(refused).toBe(4)
    expect(await geocoder.findSoon('99 King St', 'ada')).toBe('later')
    expect(refused).toBe(5)
    geocoder.close()
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true)
  })
})
