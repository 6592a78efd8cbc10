import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { Db } from '#server/database/database.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { createPhotos } from '#server/photos/photos.ts'
import { ada, browser } from '#tests/support/browser.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { type Engine, engines } from '#tests/support/databases.ts'

/** What one request causes: statements, and the strength of each hash that is checked. */
const work = new AsyncLocalStorage<string[]>()

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    verify: (stored: string, password: string) => {
      work.getStore()?.push(`check ${stored.split('$').slice(0, 4).join('$')}`)
      return real.verify(stored, password)
    },
  }
})

/** The same database, noting every statement. */
function noting(db: Db): Db {
  return new Proxy(db, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver)
      if (name === 'transaction') {
        return (body: (tx: Db) => unknown) => target.transaction(async (tx) => body(noting(tx)))
      }
      if (name !== 'all' && name !== 'get' && name !== 'run') return value
      return (statement: { sql: string }) => {
        work.getStore()?.push(statement.sql.replaceAll(/\s+/g, ' ').trim())
        return value.call(target, statement)
      }
    },
  })
}

async function appOf(engine: Engine) {
  const { config, db, clock, dataDir } = await buildTestApp(engine)
  const photos = createPhotos({ store: await openDiskStore(`${dataDir}/uploads`) })
  const app = await buildApp({ config, db: noting(db), photos, now: () => clock.now })
  onTestFinished(() => app.close())
  await browser(app).post('/api/users', ada)
  return app
}

/** Timing itself is shown by scripts/login-timing.ts; what takes the time is held to here. */
describe.each(engines)('known and unknown addresses on %s', (engine) => {
  it('cost a login the same statements and the same hash', async () => {
    const app = await appOf(engine)
    const workFor = async (email: string) => {
      const done: string[] = []
      await work.run(done, () => browser(app).logIn({ email, password: 'wrong horse 1!' }))
      return done
    }
    const known = await workFor(ada.email)
    expect(known).toContain('check $argon2id$v=19$m=19456,t=2,p=1')
    expect(known.filter((each) => each.startsWith('check'))).toHaveLength(1)
    expect(await workFor('nobody@uwaterloo.ca')).toEqual(known)
    expect(await workFor('nobody@example.com')).toEqual(known)
  })

  it('get the answer to a reset after the same pause, long after the work is done', async () => {
    const app = await appOf(engine)
    for (const email of [ada.email, 'nobody@uwaterloo.ca']) {
      const began = performance.now()
      const answer = browser(app).post('/api/auth/reset-password', { email })
      expect((await answer).status).toBe(200)
      // A timer may be a little early, never much.
      expect(performance.now() - began).toBeGreaterThan(95)
    }
  })
})
