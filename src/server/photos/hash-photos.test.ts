import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { type Engine, engines } from '#tests/support/databases.ts'
import { openTestPhotos } from '#tests/support/photo-app.ts'
import { softImage } from '#tests/support/photo-files.ts'
import { runJob } from '#tests/support/run-job.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { countDifferentBits } from './difference-hash.ts'
import { hashPhotos } from './hash-photos.ts'

const files = await Promise.all(
  [1, 2, 3].map(async (seed) => {
    return Buffer.from(await softImage(640, 480, seed).jpeg().toBuffer())
  }),
)

interface HashedRow {
  name: string
  band_1: number | null
  band_2: number | null
  band_3: number | null
  band_4: number | null
  hashed_at: number | null
}

const readHashes = (db: Db) =>
  db.all<HashedRow>(
    sql`SELECT name, band_1, band_2, band_3, band_4, hashed_at FROM photos ORDER BY name`,
  )

const toHash = (row: HashedRow | undefined) =>
  [row?.band_1, row?.band_2, row?.band_3, row?.band_4].map((band) => band ?? 0)

/** Opens a site with three photos as an older version stored them. */
async function openWithOldPhotos(engine: Engine) {
  const site = await openTestPhotos(engine)
  const { db, store, photos, clock, studentId } = site
  for (const bytes of files) await photos.save(db, { bytes, uploaderId: studentId })
  const uploaded = await readHashes(db)
  await db.run(sql`
    UPDATE photos SET hashed_at = NULL, band_1 = NULL, band_2 = NULL, band_3 = NULL, band_4 = NULL`)
  const lines: unknown[] = []
  const log = { info: (line: unknown) => lines.push(line) }
  const run = () => runJob(hashPhotos({ store, log }), { db, now: () => clock.now })
  return { ...site, uploaded, lines, run }
}

describe.each(engines)('hashPhotos on %s', (engine) => {
  it('hashes older photos nearly as their upload would have', async () => {
    const { db, clock, uploaded, lines, run } = await openWithOldPhotos(engine)
    await run()
    const hashed = await readHashes(db)
    for (const [index, row] of hashed.entries()) {
      expect(countDifferentBits(toHash(row), toHash(uploaded[index]))).toBeLessThanOrEqual(2)
      expect(row.hashed_at).toBe(clock.now)
    }
    expect(lines).toEqual([{ hashed: 3 }])
  })

  it('leaves those that have a hash, and looks again the next day', async () => {
    const { db, clock, lines, run } = await openWithOldPhotos(engine)
    await run()
    const before = await readHashes(db)
    clock.now += dayMs
    await run()
    expect(await readHashes(db)).toEqual(before)
    await db.run(sql`UPDATE photos SET hashed_at = NULL WHERE name = ${before[0]?.name}`)
    clock.now += dayMs
    await run()
    expect(lines).toEqual([{ hashed: 3 }, { hashed: 1 }])
  })

  it('passes over a lost file', async () => {
    const { db, store, clock, uploaded, run } = await openWithOldPhotos(engine)
    const name = uploaded[1]?.name ?? ''
    await store.quarantine(name)
    await run()
    const hashed = await readHashes(db)
    expect(hashed.map(({ hashed_at }) => hashed_at)).toEqual([clock.now, clock.now, clock.now])
    expect(hashed.map(({ band_1 }) => band_1 === null)).toEqual([false, true, false])
  })

  it('goes on where it was interrupted', async () => {
    const { db, store, clock, run } = await openWithOldPhotos(engine)
    const stopping = new AbortController()
    const kind = hashPhotos({
      store: {
        ...store,
        get: (name, width) => {
          stopping.abort()
          return store.get(name, width)
        },
      },
      log: { info: () => {} },
    })
    const job = { id: 1, cause: '', payload: null, attempts: 1, createdAt: 0, db }
    const running = kind.run({ ...job, now: () => clock.now, signal: stopping.signal })
    await expect(running).rejects.toThrow('aborted')
    const waiting = async () => (await readHashes(db)).filter((row) => row.hashed_at === null)
    expect(await waiting()).toHaveLength(2)
    await run()
    expect(await waiting()).toEqual([])
  })
})
