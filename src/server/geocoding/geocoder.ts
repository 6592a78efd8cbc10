import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { campus } from '#campus/campus.ts'
import { type Location, metresTo } from '#categories/minutes.ts'
import type { Config } from '../config.ts'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { dayMs, secondMs } from '../durations.ts'
import { createSemaphore } from '../limits/queues.ts'
import { createRateLimiter } from '../limits/rate-limit.ts'

/** How long a request of a student waits for a look-up. */
const patienceMs = secondMs

/** How long one request to the geocoder may take. A late answer is still kept. */
const timeoutMs = 5 * secondMs

/** How long no student waits for a geocoder that has failed. Jobs try again later. */
const pauseAfterFailureMs = 30 * secondMs

/** One request a second over all processes, which the operators of public Nominatim servers ask for. */
const requestsPerSecond = { name: 'geocoder', max: 1, windowMs: secondMs }

/** How many look-ups of a process may wait for their turn. */
const maxWaiting = 20

/** How many seconds a look-up waits for a turn among all processes. */
const maxTurns = 20

/** An answer for one address has a few hundred bytes. */
const maxBytes = 64 * 1024

/** A place that is farther from every campus is another street of the same name. */
const maxMetres = 50_000

const keepFoundMs = 90 * dayMs
const keepUnknownMs = 7 * dayMs

/** The geocoder failed. The message names no address, because jobs store it. */
export class GeocoderError extends Error {}

/** What is known about an address: where it is, that nobody knows (null), or that a job has to ask. */
export type Located = { location: Location | null } | 'later'

interface GeocoderDeps {
  config: Pick<Config, 'GEOCODER_URL' | 'APP_URL'>
  db: Db
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Creates the client of the geocoder, or returns undefined if the site has none. */
export function createGeocoder({ config, db, now, log }: GeocoderDeps) {
  const { GEOCODER_URL } = config
  if (!GEOCODER_URL) return undefined
  const limiter = createRateLimiter({ enabled: true, now })
  const inTurn = createSemaphore({ concurrency: 1, maxWaiting })
  const closing = new AbortController()
  let failedAt = Number.NEGATIVE_INFINITY

  /** Returns where an address is, or null if the geocoder does not know it. Throws if the geocoder does not answer. */
  async function find(address: string): Promise<Location | null> {
    const key = addressHash(address)
    const known = await readCache(db, key, now())
    if (known) return known.location
    const ask = async () => {
      // Somebody else may have asked for it while this waited.
      const found = await readCache(db, key, now())
      if (found) return found.location
      await waitForTurn()
      try {
        const location = await request(address)
        await writeCache(db, key, location, now())
        return location
      } catch (error) {
        failedAt = now()
        log.warn({ reason: reasonOf(error) }, 'the geocoder failed')
        throw new GeocoderError(`The geocoder failed: ${reasonOf(error)}`)
      }
    }
    return inTurn(ask, '', closing.signal)
  }

  async function waitForTurn() {
    for (let turn = 0; turn < maxTurns; turn++) {
      const { isAllowed, resetsAt } = await limiter.tryTake(db, requestsPerSecond)
      if (isAllowed) return
      const waitMs = Math.min(Math.max(resetsAt - now(), 10), secondMs)
      await sleep(waitMs, undefined, { signal: closing.signal, ref: false })
    }
    throw new GeocoderError('The geocoder has too much to do.')
  }

  async function request(address: string): Promise<Location | null> {
    const response = await fetch(searchUrl(GEOCODER_URL ?? '', address), {
      headers: { accept: 'application/json', 'user-agent': userAgent(config.APP_URL) },
      // Only the configured host is asked. A redirect could lead into the private network of the server.
      redirect: 'error',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
    })
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
      await response.body?.cancel()
      throw new Error(response.ok ? 'it sent no JSON' : `it answered ${response.status}`)
    }
    return readLocation(await readText(response))
  }

  return {
    find,
    /** Whether the settings have a campus. Without one, nobody needs to know where an address is. */
    isUseful: () => campus.places.length > 0,
    /** Waits a moment for `find` and never throws. The look-up goes on, and its answer is there for the job. */
    async findSoon(address: string): Promise<Located> {
      if (now() - failedAt < pauseAfterFailureMs) return 'later'
      const timer = new AbortController()
      const found = find(address).then(
        (location): Located => ({ location }),
        (): Located => 'later',
      )
      const late = sleep(patienceMs, 'later' as const, { signal: timer.signal, ref: false })
      late.catch(() => undefined)
      try {
        return await Promise.race([found, late])
      } finally {
        timer.abort()
      }
    },
    close: () => closing.abort(),
  }
}

export type Geocoder = NonNullable<ReturnType<typeof createGeocoder>>

/** The end of the path says which one it is: Nominatim has /search, Photon has /api. */
const isPhoton = (url: URL) => /\/api\/?$/.test(url.pathname)

/** Returns the address of the search. Both kinds prefer places near the campuses. */
function searchUrl(base: string, address: string): URL {
  const url = new URL(base)
  const latitudes = campus.places.map(({ latitude }) => latitude)
  const longitudes = campus.places.map(({ longitude }) => longitude)
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)]
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)]
  // Photon refuses parameters that it does not know.
  const parameters = isPhoton(url)
    ? { lat: (south + north) / 2, lon: (west + east) / 2 }
    : {
        format: 'jsonv2',
        viewbox: [west - 0.3, north + 0.3, east + 0.3, south - 0.3]
          .map((edge) => edge.toFixed(4))
          .join(),
      }
  for (const [name, value] of Object.entries({ q: address, limit: 1, ...parameters })) {
    url.searchParams.set(name, String(value))
  }
  return url
}

/** Says who asks, as the operators of geocoders want to know. A header has no other characters than these. */
const userAgent = (appUrl: string) =>
  `${campus.brand} (${appUrl}; ${campus.contactEmail})`.replaceAll(/[^\x20-\x7e]/g, '')

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [text, bytes] = ['', 0]
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Error('it sent too much')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const degrees = (max: number) => z.number().min(-max).max(max)
const numeric = z
  .string()
  .regex(/^-?\d{1,3}(?:\.\d+)?$/)
  .transform(Number)

const answer = z.union([
  // Nominatim.
  z
    .array(z.object({ lat: numeric.pipe(degrees(90)), lon: numeric.pipe(degrees(180)) }))
    .transform(([first]): Location | null => (first ? [first.lat, first.lon] : null)),
  // Photon, in GeoJSON, where the longitude comes first.
  z
    .object({
      features: z.array(
        z.object({ geometry: z.object({ coordinates: z.tuple([degrees(180), degrees(90)]) }) }),
      ),
    })
    .transform(({ features: [first] }): Location | null => {
      if (!first) return null
      const [longitude, latitude] = first.geometry.coordinates
      return [latitude, longitude]
    }),
])

function readLocation(text: string): Location | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error('it sent no JSON')
  }
  const { success, data } = answer.safeParse(json)
  if (!success) throw new Error('it sent something else than places')
  const isNear = data && campus.places.some((place) => metresTo(place, data) <= maxMetres)
  return isNear ? data : null
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = (error.cause ?? {}) as { code?: string }
  return code ?? (error.name === 'TimeoutError' ? 'it did not answer in time' : error.message)
}

/** A hash, so that the table has no addresses. */
export const addressHash = (address: string): string =>
  createHash('sha256')
    .update(address.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim())
    .digest('base64url')

async function readCache(
  db: Db,
  hash: string,
  now: number,
): Promise<{ location: Location | null } | undefined> {
  const row = await db.get<{ latitude: number | null; longitude: number | null }>(sql`
    SELECT latitude, longitude FROM geocoded_addresses
    WHERE address_hash = ${hash} AND expires_at > ${now}`)
  if (!row) return undefined
  const { latitude, longitude } = row
  return { location: latitude === null || longitude === null ? null : [latitude, longitude] }
}

async function writeCache(db: Db, hash: string, location: Location | null, now: number) {
  const [latitude, longitude] = location ?? [null, null]
  const expiresAt = now + (location ? keepFoundMs : keepUnknownMs)
  await db.run(sql`
    INSERT INTO geocoded_addresses (address_hash, latitude, longitude, expires_at)
    VALUES (${hash}, ${latitude}, ${longitude}, ${expiresAt})
    ON CONFLICT (address_hash) DO UPDATE SET
      latitude = excluded.latitude, longitude = excluded.longitude, expires_at = excluded.expires_at`)
}

export const geocodingData: RoomData = {
  tables: {
    geocoded_addresses: {
      notInBackups: 'the geocoder can be asked again, and listings keep where they are',
    },
  },
  expire: [
    (db, now) =>
      cleanUp(db, {
        table: 'geocoded_addresses',
        primaryKey: ['address_hash'],
        where: sql`expires_at <= ${now}`,
      }),
  ],
}
