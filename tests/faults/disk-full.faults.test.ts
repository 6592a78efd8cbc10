import { randomBytes } from 'node:crypto'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Engine, engines } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { figures, milliseconds } from '../support/faults/figures.ts'
import { photoMaker, uploadOf } from '../support/faults/photo-uploads.ts'
import { mountSmallDisk } from '../support/faults/small-disk.ts'
import { joinAsStudent } from '../support/faults/students.ts'
import { isSuccess, type Outcome, outcomeOf, tally } from '../support/faults/visitors.ts'
import { ordinaryUser } from '../support/find-postgres.ts'
import { startOwn } from '../support/postgres-server.ts'

const triesUntilFull = 300
const writesAgainWithinMs = 5_000

/** A database whose tables and photos are on the small disk; PostgreSQL keeps its journal elsewhere. */
async function settingsOn(folder: string, engine: Engine): Promise<Record<string, string>> {
  const DATA_DIR = join(folder, 'data')
  await mkdir(DATA_DIR)
  if (engine === 'sqlite') return { DATA_DIR }
  const postgres = await startOwn()
  onTestFinished(() => postgres.stop())
  const tables = join(folder, 'tables')
  await mkdir(tables)
  const user = ordinaryUser()
  if (user) await chown(tables, user.uid, user.gid)
  const client = new Client(postgres.url)
  await client.connect()
  await client.query(`CREATE TABLESPACE small LOCATION '${tables}'`)
  await client.query('CREATE DATABASE quad TABLESPACE small STRATEGY file_copy')
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = '/quad'
  return { DATA_DIR, DATABASE_URL: url.href }
}

// Fails when SQLITE_FULL, PostgreSQL's class 53 or ENOSPC is not taken for "not now": each is then a 500.
describe.each(engines)('a full disk under %s', (engine) => {
  it('refuses writes with 503, goes on reading, and writes again once there is room', async () => {
    const disk = await mountSmallDisk()
    const app = await startApp(engine, await settingsOn(disk.folder, engine))
    const ada = await joinAsStudent(app.url, 'Ada')
    const photo = await photoMaker()
    const photos = [await ada.upload(photo())]
    await ada.create({ title: 'Before', price: 1, photos })
    const [listing] = ada.ledger.living()

    let count = 0
    const writes = {
      create: () => ({
        url: `${app.url}/api/misc`,
        method: 'POST',
        cookie: ada.cookie,
        json: {
          title: 'Lamp',
          price: 1,
          // Of a kind that no database can make smaller.
          description: randomBytes(3_600).toString('base64'),
          listing_type: 'Selling',
          photos,
        },
      }),
      upload: () => ({ url: `${app.url}/api/upload`, ...uploadOf(photo(), ada.cookie) }),
      'sign up': () => ({
        url: `${app.url}/api/users`,
        method: 'POST',
        json: {
          firstName: 'Bob',
          lastName: 'Stone',
          email: `bob${++count}@uwaterloo.ca`,
          password: 'correct horse 1!',
          confirmPassword: 'correct horse 1!',
        },
      }),
    }
    const reads = ['/', '/misc', '/api/misc', `/api/misc/${listing?.id}`, `/api${photos[0]}`]
    const ask = (kind: keyof typeof writes) => outcomeOf({ kind, ...writes[kind]() })
    const kinds = Object.keys(writes) as (keyof typeof writes)[]

    await disk.fill()
    const outcomes: Outcome[] = []
    const triesBeforeRefusal: Record<string, number> = {}
    for (const kind of kinds) {
      for (let tries = 0; tries < triesUntilFull; tries++) {
        const outcome = await ask(kind)
        outcomes.push(outcome)
        triesBeforeRefusal[`${kind} taken before`] = tries
        if (!isSuccess(outcome)) break
      }
    }
    const whileFull: Outcome[] = []
    for (let round = 0; round < 10; round++) {
      for (const path of [...reads, '/api/auth/me', '/api/health']) {
        whileFull.push(await outcomeOf({ kind: path, url: app.url + path, cookie: ada.cookie }))
        whileFull.push(await outcomeOf({ kind: path, url: app.url + path }))
      }
    }
    const refused = outcomes.filter((one) => !isSuccess(one))

    await disk.free()
    const freedAt = performance.now()
    const again: Outcome[] = []
    for (const kind of kinds) {
      do again.push(await ask(kind))
      while (again.at(-1)?.tryLater && performance.now() - freedAt < writesAgainWithinMs)
    }
    const writesAgain = performance.now() - freedAt
    figures(`disk full, ${engine}`, {
      ...triesBeforeRefusal,
      refused: tally(refused),
      reads: whileFull.length,
      'reads failed': whileFull.filter((one) => !isSuccess(one)).length,
      'all writes taken again after': milliseconds(writesAgain),
    })
    expect(refused.map(({ kind, tryLater }) => [kind, tryLater])).toEqual(
      kinds.map((kind) => [kind, true]),
    )
    expect(tally(whileFull.filter((one) => !isSuccess(one)))).toBe('')
    expect(tally(again.filter(({ tryLater }) => !tryLater))).toBe(
      'create 201 ×1, upload 201 ×1, sign up 201 ×1',
    )
    expect(writesAgain).toBeLessThan(writesAgainWithinMs)
  })
})
