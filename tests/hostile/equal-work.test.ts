import { AsyncLocalStorage } from 'node:async_hooks'
import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { Db } from '#server/database/database.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { createPhotos } from '#server/photos/photos.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { ada, createClient } from '#tests/support/http-client.ts'
import { banTestStudent } from '#tests/support/restrict-test-student.ts'
import { at } from '../support/campus-email.ts'

/** The recorded work of one request: its SQL statements and the parameters of each verified hash. */
const recordedWork = new AsyncLocalStorage<string[]>()

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    verify: (storedHash: string, password: string) => {
      recordedWork.getStore()?.push(`verify ${storedHash.split('$').slice(0, 4).join('$')}`)
      return real.verify(storedHash, password)
    },
  }
})

/** Returns a proxy that records every statement. */
function recordStatements(db: Db): Db {
  return new Proxy(db, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver)
      if (name === 'transaction') {
        return (body: (tx: Db) => unknown) =>
          target.transaction(async (tx) => body(recordStatements(tx)))
      }
      if (name !== 'all' && name !== 'get' && name !== 'run') return value
      return (statement: { sql: string }) => {
        recordedWork.getStore()?.push(statement.sql.replaceAll(/\s+/g, ' ').trim())
        return value.call(target, statement)
      }
    },
  })
}

async function buildRecordingApp(engine: Engine) {
  const { config, db, clock, dataDir } = await buildTestApp(engine)
  const photos = createPhotos({ store: await openDiskStore(`${dataDir}/uploads`) })
  const app = await buildApp({ config, db: recordStatements(db), photos, now: () => clock.now })
  onTestFinished(() => app.close())
  await createClient(app).post('/api/users', ada)
  return { app, db, clock }
}

/** scripts/bench/login-timing.ts measures the time. These tests compare the work that takes the time. */
describe.each(anyEngine)('known and unknown addresses on %s', (engine) => {
  it('run the same statements and verify the same kind of hash at login', async () => {
    const { app } = await buildRecordingApp(engine)
    const recordLogin = async (email: string) => {
      const work: string[] = []
      await recordedWork.run(work, () =>
        createClient(app).logIn({ email, password: 'wrong horse 1!' }),
      )
      return work
    }
    const known = await recordLogin(ada.email)
    expect(known).toContain('verify $argon2id$v=19$m=19456,t=2,p=1')
    expect(known.filter((step) => step.startsWith('verify'))).toHaveLength(1)
    expect(await recordLogin(at('nobody'))).toEqual(known)
    expect(await recordLogin('nobody@example.com')).toEqual(known)
  })

  it('are refused after the same work at sign-up, whether they are taken or banned', async () => {
    const { app, db, clock } = await buildRecordingApp(engine)
    const recordSignUp = async (email: string) => {
      const work: string[] = []
      const { status } = await recordedWork.run(work, () =>
        createClient(app).post('/api/users', { ...ada, email }),
      )
      expect(status).toBe(409)
      return work
    }
    await recordSignUp(ada.email)
    const taken = await recordSignUp(ada.email)
    await banTestStudent(db, { studentId: 1, now: clock.now })
    expect(await recordSignUp(ada.email)).toEqual(taken)
    await db.run(sql`DELETE FROM users`)
    expect(await recordSignUp(ada.email)).toEqual(taken)
  })

  it('get the response to a reset request after the same minimum delay', async () => {
    const { app } = await buildRecordingApp(engine)
    for (const email of [ada.email, at('nobody')]) {
      const startedAt = performance.now()
      const response = createClient(app).post('/api/auth/reset-password', { email })
      expect((await response).status).toBe(200)
      // Timers may fire slightly early.
      expect(performance.now() - startedAt).toBeGreaterThan(95)
    }
  })
})
