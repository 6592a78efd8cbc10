import { randomBytes } from 'node:crypto'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { at } from '../support/campus-email.ts'
import { type Engine, engines } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { milliseconds, reportFigures } from '../support/faults/figures.ts'
import { createPhotoFactory, uploadRequest } from '../support/faults/photo-uploads.ts'
import { mountSmallDisk } from '../support/faults/small-disk.ts'
import { signUpStudent } from '../support/faults/students.ts'
import {
  countByOutcome,
  isSuccess,
  type Outcome,
  sendAndRecord,
} from '../support/faults/visitors.ts'
import { unprivilegedUser } from '../support/find-postgres.ts'
import { startThrowawayPostgres } from '../support/postgres-server.ts'

const maxAttempts = 300
const maxRecoveryMs = 5_000

/** Creates a database whose tables and photos are on the small disk. PostgreSQL keeps its write-ahead log elsewhere. */
async function createDatabaseIn(folder: string, engine: Engine): Promise<Record<string, string>> {
  const DATA_DIR = join(folder, 'data')
  await mkdir(DATA_DIR)
  if (engine === 'sqlite') return { DATA_DIR }
  const postgres = await startThrowawayPostgres()
  onTestFinished(() => postgres.stop())
  const tables = join(folder, 'tables')
  await mkdir(tables)
  const user = unprivilegedUser()
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

// These tests fail with a 500 if SQLITE_FULL, PostgreSQL's class 53 or ENOSPC is not mapped to 503.
describe.each(engines)('full disk with %s', (engine) => {
  it('responds to writes with 503, serves reads, and accepts writes when space is free again', async () => {
    const disk = await mountSmallDisk()
    const app = await startApp(engine, await createDatabaseIn(disk.folder, engine))
    const ada = await signUpStudent(app.url, 'Ada')
    const createPhoto = await createPhotoFactory()
    const photos = [await ada.upload(createPhoto())]
    await ada.create({ title: 'Before', price: 1, photos })
    const [listing] = ada.writes.currentListings()

    let count = 0
    const writes = {
      create: () => ({
        url: `${app.url}/api/misc`,
        method: 'POST',
        cookie: ada.cookie,
        json: {
          title: 'Lamp',
          price: 1,
          // The text is random, so that no database can compress it.
          description: randomBytes(3_600).toString('base64'),
          listing_type: 'Selling',
          photos,
        },
      }),
      upload: () => ({ url: `${app.url}/api/upload`, ...uploadRequest(createPhoto(), ada.cookie) }),
      'sign up': () => ({
        url: `${app.url}/api/users`,
        method: 'POST',
        json: {
          firstName: 'Bob',
          lastName: 'Stone',
          email: at(`bob${++count}`),
          password: 'correct horse 1!',
          confirmPassword: 'correct horse 1!',
        },
      }),
    }
    const reads = ['/', '/misc', '/api/misc', `/api/misc/${listing?.id}`, `/api${photos[0]}`]
    const sendWrite = (kind: keyof typeof writes) => sendAndRecord({ kind, ...writes[kind]() })
    const kinds = Object.keys(writes) as (keyof typeof writes)[]

    await disk.fill()
    const outcomes: Outcome[] = []
    const acceptedBeforeRefusal: Record<string, number> = {}
    for (const kind of kinds) {
      for (let attempts = 0; attempts < maxAttempts; attempts++) {
        const outcome = await sendWrite(kind)
        outcomes.push(outcome)
        acceptedBeforeRefusal[`${kind} accepted before`] = attempts
        if (!isSuccess(outcome)) break
      }
    }
    const whileFull: Outcome[] = []
    for (let round = 0; round < 10; round++) {
      for (const path of [...reads, '/api/auth/me', '/api/health']) {
        whileFull.push(await sendAndRecord({ kind: path, url: app.url + path, cookie: ada.cookie }))
        whileFull.push(await sendAndRecord({ kind: path, url: app.url + path }))
      }
    }
    const refused = outcomes.filter((outcome) => !isSuccess(outcome))
    const failedReads = whileFull.filter((outcome) => !isSuccess(outcome))

    await disk.free()
    const freedAt = performance.now()
    const afterwards: Outcome[] = []
    for (const kind of kinds) {
      do afterwards.push(await sendWrite(kind))
      while (afterwards.at(-1)?.isUnavailable && performance.now() - freedAt < maxRecoveryMs)
    }
    const recoveryMs = performance.now() - freedAt
    reportFigures(`disk full, ${engine}`, {
      ...acceptedBeforeRefusal,
      refused: countByOutcome(refused),
      reads: whileFull.length,
      'reads failed': failedReads.length,
      'all writes accepted again after': milliseconds(recoveryMs),
    })
    expect(refused.map(({ kind, isUnavailable }) => [kind, isUnavailable])).toEqual(
      kinds.map((kind) => [kind, true]),
    )
    expect(countByOutcome(failedReads)).toBe('')
    expect(countByOutcome(afterwards.filter(({ isUnavailable }) => !isUnavailable))).toBe(
      'create 201 ×1, upload 201 ×1, sign up 201 ×1',
    )
    expect(recoveryMs).toBeLessThan(maxRecoveryMs)
  })
})
