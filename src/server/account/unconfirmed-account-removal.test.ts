import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/backup-site.ts'
import { engines } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { runJob } from '#tests/support/run-job.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { unconfirmedAccountRemoval } from './unconfirmed-account-removal.ts'

describe.each(engines)('removal of unconfirmed accounts on %s', (engine) => {
  it('spares those with a listing or a role, those from before and those who have time to confirm', async () => {
    const { db, store, clock, ada } = await openTestSite(engine)
    expect((await ada.post('/api/misc', listingInputs.misc)).status).toBe(201)
    const createdAt = clock.now
    for (const name of ['before', 'confirmed', 'late', 'admin', 'abandoned']) {
      const { id } = await insertTestUser(db, `${name}@wlu.ca`)
      await db.run(sql`UPDATE users SET created_at = ${createdAt} WHERE id = ${id}`)
    }
    await db.run(sql`UPDATE users SET must_confirm = 1 WHERE email <> 'before@wlu.ca'`)
    await db.run(sql`UPDATE users SET confirmed_at = NULL WHERE email = 'ada@uwaterloo.ca'`)
    await db.run(sql`UPDATE users SET confirmed_at = 1 WHERE email = 'confirmed@wlu.ca'`)
    await db.run(sql`
      UPDATE users SET created_at = ${createdAt + 1} WHERE email = 'late@wlu.ca'`)
    await db.run(sql`UPDATE users SET role = 'admin' WHERE email = 'admin@wlu.ca'`)
    const { purged, logged, run } = openRemoval({ db, store })
    const time = createdAt + 14 * dayMs
    await run(time - 1)
    expect(purged).toEqual([])
    await run(time)
    expect(purged).toEqual(['abandoned@wlu.ca'])
    expect(logged).toEqual([{ removed: 1 }])
    const left = await db.all<{ email: string }>(sql`SELECT email FROM users ORDER BY id`)
    expect(left.map(({ email }) => email)).toEqual([
      'ada@uwaterloo.ca',
      'bob@mylaurier.ca',
      'before@wlu.ca',
      'confirmed@wlu.ca',
      'late@wlu.ca',
      'admin@wlu.ca',
    ])
  })

  it('takes along photos from a time without VERIFY_EMAIL', async () => {
    const site = await openTestSite(engine)
    const { db, store, clock, bob } = site
    await site.upload(bob, 1)
    await unconfirm(db, 'bob@mylaurier.ca')
    await openRemoval(site).run(clock.now + 14 * dayMs)
    expect(await db.all(sql`SELECT name FROM photos`)).toEqual([])
    expect((await Array.fromAsync(store.list())).flat()).toEqual([])
  })

  it('spares, and does not count, who confirms meanwhile', async () => {
    const site = await openTestSite(engine)
    const { db, clock } = site
    for (const email of ['ada@uwaterloo.ca', 'bob@mylaurier.ca']) await unconfirm(db, email)
    const confirmAda = () => db.run(sql`UPDATE users SET confirmed_at = 1 WHERE email LIKE 'ada%'`)
    const { logged, run } = openRemoval(site, { onPurge: confirmAda })
    await run(clock.now + 14 * dayMs)
    expect(logged).toEqual([{ removed: 1 }])
    expect(await db.all(sql`SELECT email FROM users`)).toEqual([{ email: 'ada@uwaterloo.ca' }])
  })
})

const unconfirm = (db: Db, email: string) =>
  db.run(sql`UPDATE users SET must_confirm = 1, confirmed_at = NULL WHERE email = ${email}`)

function openRemoval(
  { db, store }: Pick<TestSite, 'db' | 'store'>,
  { onPurge = async (): Promise<unknown> => undefined } = {},
) {
  const purged: string[] = []
  const logged: unknown[] = []
  const removal = unconfirmedAccountRemoval({
    appUrl: '',
    store,
    transport: {
      async purge(address) {
        purged.push(address)
        await onPurge()
      },
    },
    log: { info: (line: unknown) => logged.push(line) },
  })
  return {
    purged,
    logged,
    async run(time: number) {
      await db.run(sql`DELETE FROM jobs`)
      await runJob(removal, { db, now: () => time })
    },
  }
}
