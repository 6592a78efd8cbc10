import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import sql from 'sql-template-tag'
import { campus } from '#campus/campus.ts'
import { maxLengths } from '#categories/limits.ts'
import type { Location } from '#categories/minutes.ts'
import type { Config } from '../config.ts'
import { cleanUp } from '../database/clean-up.ts'
import { type Db, writeIfPossible } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { dayMs, secondMs } from '../durations.ts'
import { createSemaphore } from '../limits/queues.ts'
import { createRateLimiter } from '../limits/rate-limit.ts'
import { AnswerError, readLocation, searchUrl } from './geocoder-answers.ts'

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

const keepFoundMs = 90 * dayMs
const keepUnknownMs = 7 * dayMs

/** The geocoder failed. The message names no address, because jobs store it. */
export class GeocoderError extends Error {}

/** A geocoder with such an answer works: it does not want this address. Others need not wait for it to recover. */
const addressRefusals = [400, 413, 414, 422, 431]

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
  async function find(address: string, client = ''): Promise<Location | null> {
    const text = toAddressText(address)
    const key = addressHash(address)
    const known = await readCache(db, key, now())
    if (known) return known.location
    const ask = async () => {
      // Somebody else may have asked for it while this waited.
      const found = await readCache(db, key, now())
      if (found) return found.location
      await waitForTurn()
      const location = await request(text).catch((error) => {
        failedAt = now()
        log.warn({ reason: reasonOf(error) }, 'the geocoder failed')
        throw new GeocoderError(`The geocoder failed: ${reasonOf(error)}`)
      })
      await writeIfPossible(writeCache(db, key, location, now()))
      return location
    }
    return inTurn(ask, client, closing.signal)
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

  async function request(text: string): Promise<Location | null> {
    const response = await fetch(searchUrl(GEOCODER_URL ?? '', text), {
      headers: { accept: 'application/json', 'user-agent': userAgent(config.APP_URL) },
      // Only the configured host is asked. A redirect could lead into the private network of the server.
      redirect: 'error',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
    })
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
      await response.body?.cancel()
      if (addressRefusals.includes(response.status)) {
        log.warn({ status: response.status }, 'the geocoder refused an address')
        return null
      }
      throw new AnswerError(response.ok ? 'it sent no JSON' : `it answered ${response.status}`)
    }
    return readLocation(await readText(response))
  }

  return {
    find,
    /** Whether the settings have a campus. Without one, nobody needs to know where an address is. */
    isUseful: () => campus.places.length > 0,
    /**
     * Waits a moment for `find` and never throws. The look-up goes on, and its answer is there for the job. Clients,
     * which are students, take turns.
     */
    async findSoon(address: string, client: string): Promise<Located> {
      const known = await readCache(db, addressHash(address), now()).catch(() => undefined)
      if (known) return known
      if (now() - failedAt < pauseAfterFailureMs) return 'later'
      const timer = new AbortController()
      const found = find(address, client).then(
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

/** Says who asks, as the operators of geocoders want to know. A header has no other characters than these. */
const userAgent = (appUrl: string) =>
  `${campus.brand} (${appUrl}; ${campus.contactEmail})`.replaceAll(/[^\x20-\x7e]/g, '')

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [text, bytes] = ['', 0]
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new AnswerError('it sent too much')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Names only known reasons: the message of any other error may contain the address or the whole URL. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof AnswerError) return error.message
  const { code } = (error.cause ?? {}) as { code?: string }
  if (typeof code === 'string') return code
  return error.name === 'TimeoutError' ? 'it did not answer in time' : 'the request failed'
}

/**
 * Returns the text that the geocoder is asked for. The cache has its hash, so nobody can put the place of one address
 * under another: "12²" and "122" are the same text, and the same question. Cut first, because normalising
 * sorts each run of marks in quadratic time.
 */
export const toAddressText = (address: string): string =>
  address
    .slice(0, maxLengths.address)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A hash makes short keys of one length. It hides nothing: the coordinates are in the same row. */
export const addressHash = (address: string): string =>
  createHash('sha256').update(toAddressText(address)).digest('base64url')

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
