import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  readBackedUpPhotos,
  readBackedUpRows,
  withBackupFile,
} from '#server/backup/backup-format.ts'
import { checkBackup } from '#server/backup/check-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { minuteMs } from '#server/durations.ts'
import { deleteUnusedWords } from '#server/listings/search/search-words.ts'
import { photoNameFromPath } from '#server/photos/photo-name.ts'
import { createBackupPath, openTestSite, type TestSite } from '#tests/support/backup-site.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { at } from '#tests/support/campus-email.ts'
import { engines } from '#tests/support/databases.ts'
import { explain } from '#tests/support/explain.ts'
import { holdTransaction } from '#tests/support/hold-transaction.ts'
import {
  ada,
  createClient,
  createLoggedInClient,
  strongPassword,
} from '#tests/support/http-client.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { listFiles } from '#tests/support/photo-app.ts'
import { findUserReferences, readAllTables } from '#tests/support/read-tables.ts'
import { firefox } from '#tests/support/user-agents.ts'
import { dayMs } from '../durations.ts'
import { isOnlyAdmin as findOnlyAdmin } from './account-deletion.ts'

/** Zoe's names occur nowhere else, so that a text search finds every trace of her. */
const zoe = {
  firstName: 'Zoebulon',
  lastName: 'Quixwood',
  email: at('zoe.quixwood'),
  password: strongPassword,
  confirmPassword: strongPassword,
}
const zoePattern = /zoebulon|quixwood/i

const getPhotoName = (url: string) => photoNameFromPath(url) ?? ''

/**
 * Opens a site where Zoe has listings in every category, photos, a reset link and a view. She has written to Bob and
 * blocked him. Bob has uploaded one of her photos too.
 */
async function openSiteWithZoe(engine: (typeof engines)[number]) {
  const site = await openTestSite(engine)
  const client = await createLoggedInClient(site.app, zoe)
  const me = (await client.get('/api/auth/me')).body as { id: number }
  const session = { cookie: () => client.cookieJar.cookie }
  const ownPhoto = await site.upload(session, 30)
  const otherPhoto = await site.upload(session, 31)
  await site.upload(session, 32)
  const ids: Record<string, number> = {}
  for (const { id, path } of categories) {
    const input = {
      ...listingInputs[id],
      description: 'Ask for Zoebulon',
      photos: [ownPhoto, otherPhoto],
    }
    const response = await client.post(`/api/${path}`, input)
    ids[path] = (response.body as { id: number }).id
  }
  const photoOfBob = await site.upload(site.bob, 31)
  const stolen = { ...listingInputs.misc, photos: [otherPhoto] }
  expect((await site.bob.post('/api/misc', stolen)).status).toBe(400)
  const listingOfBob = { ...listingInputs.misc, photos: [photoOfBob] }
  const { body: posted } = await site.bob.post('/api/misc', listingOfBob)
  const question = { body: 'Is it still there?' }
  expect((await client.post(`/api/misc/${posted.id}/messages`, question)).status).toBe(201)
  const block = { method: 'PUT', url: `/api/users/${posted.seller.id}/block` } as const
  expect((await client.send(block)).status).toBe(204)
  const visit = {
    path: `/misc/${ids.misc}`,
    userAgent: firefox,
    timestamp: '2026-11-15T12:00:00Z',
  }
  await site.bob.post('/api/logs', visit)
  await site.visits.flush()
  await client.post('/api/auth/reset-password', { email: zoe.email })
  await site.bob.post('/api/auth/reset-password', { email: at('bob', 1) })
  await expect
    .poll(async () => (await readOutbox(site.dataDir)).length, { timeout: 15_000 })
    .toBe(2)
  const deleteAccount = () =>
    client.send({ method: 'DELETE', url: '/api/users/me', payload: { password: zoe.password } })
  return { ...site, client, id: me.id, photoOfBob, deleteAccount }
}

async function findTraces({ db, dataDir, clock, store }: TestSite, id: number) {
  const rows = Object.entries(await readAllTables(db)).flatMap(([table, found]) =>
    found.filter((row) => zoePattern.test(JSON.stringify(row))).map(() => table),
  )
  for (const { table, column } of await findUserReferences(db)) {
    const [from, where] = [raw(table), raw(column)]
    const found = await db.all(sql`SELECT 1 AS found FROM ${from} WHERE ${where} = ${id}`)
    rows.push(...found.map(() => `${table}.${column}`))
  }
  const files: string[] = []
  for (const file of await listFiles(dataDir)) {
    const text = (await readFile(file, 'latin1')).replaceAll('=\r\n', '')
    if (zoePattern.test(text) || zoePattern.test(file)) files.push(file)
  }
  const path = await createBackupPath()
  await writeBackup({ db, store, path, now: clock.now })
  await checkBackup(path)
  const backup = await withBackupFile(path, async (file) => {
    const batches = await Array.fromAsync(readBackedUpRows(file))
    const photos = await Array.fromAsync(readBackedUpPhotos(file), ({ name }) => name)
    return {
      photos,
      rows: batches.filter((batch) => zoePattern.test(JSON.stringify(batch))).length,
    }
  })
  return { rows: [...new Set(rows)].sort(), files: files.length, backup }
}

describe.each(engines)('deleteAccount on %s', { timeout: minuteMs }, (engine) => {
  it('leaves no row, file or mail, and nothing in a later backup', async () => {
    const site = await openSiteWithZoe(engine)
    const { id, photoOfBob, deleteAccount, client } = site
    const before = await findTraces(site, id)
    expect(before.rows).toEqual(
      expect.arrayContaining([
        'blocks.blocker_id',
        'jobs.user_id',
        'listings',
        'listings.seller_id',
        'message_versions.user_id',
        'password_resets.user_id',
        'photos.uploader_id',
        'sessions.user_id',
        'thread_members.user_id',
        'users',
      ]),
    )
    expect(before.files).toBe(1)
    expect(before.backup.rows).toBe(2)

    expect((await deleteAccount()).status).toBe(204)
    // The words that only deleted listings had are deleted every day.
    await deleteUnusedWords(site.db, AbortSignal.timeout(minuteMs))

    const after = await findTraces(site, id)
    expect(after).toMatchObject({ rows: [], files: 0, backup: { rows: 0 } })
    const keptPhotos = after.backup.photos
    expect(keptPhotos).toEqual([getPhotoName(photoOfBob)])
    const stored = (await Array.fromAsync(site.store.list())).flat().map(({ name }) => name)
    expect(stored).toEqual(keptPhotos)
    expect(await readdir(join(site.dataDir, 'uploads', 'aside'))).toEqual([])
    expect((await readOutbox(site.dataDir)).map(({ to }) => to)).toEqual([at('bob', 1)])
    expect((await client.logIn(zoe)).status).toBe(401)
  })
})

describe.each(engines)('DELETE /api/users/me on %s', (engine) => {
  async function start() {
    const built = await buildTestApp(engine)
    const client = await createLoggedInClient(built.app)
    const me = await client.get('/api/auth/me')
    const { id } = me.body as { id: number }
    await built.db.run(sql`
      INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at)
      VALUES ('rental', ${id}, 'Room', 75050, 'Sunny', '{"num_beds":2}', '[]', '', 0, 0)`)
    const deleteAccount = (password: string) =>
      client.send({ method: 'DELETE', url: '/api/users/me', payload: { password } })
    return { ...built, client, deleteAccount }
  }

  it('deletes all rows of the account with the right password', async () => {
    const { db, client, deleteAccount } = await start()
    await client.post('/api/auth/reset-password', { email: ada.email })
    const { id: otherId } = await insertTestUser(db, at('bob', 1))
    await db.run(sql`
      INSERT INTO contact_reads (reader, day, seller_id)
      SELECT 'network:a-hash', 0, id FROM users WHERE id <> ${otherId}`)
    const response = await deleteAccount(ada.password)
    expect(response).toMatchObject({ status: 204, setCookie: expect.stringContaining('Max-Age=0') })
    expect(response.headers['clear-site-data']).toBe('"cache", "storage"')
    const remainingRows = await db.all(sql`
      SELECT id FROM users WHERE id <> ${otherId} UNION ALL SELECT user_id FROM sessions
      UNION ALL SELECT user_id FROM security_events UNION ALL SELECT seller_id FROM contact_reads
      UNION ALL SELECT user_id FROM password_resets UNION ALL SELECT seller_id FROM listings
      UNION ALL SELECT user_id FROM jobs WHERE user_id IS NOT NULL`)
    expect(remainingRows).toEqual([])
    expect((await client.logIn()).status).toBe(401)
  })

  it('keeps the account with a wrong password and counts a failed login attempt', async () => {
    const { client, deleteAccount } = await start()
    for (let i = 0; i < 10; i++) {
      const response = await deleteAccount('wrong horse 1!')
      expect(response.status).toBe(400)
      expect(response.body).toMatchObject({ fields: { password: 'Wrong password' } })
    }
    expect((await deleteAccount(ada.password)).status).toBe(429)
    expect((await client.get('/api/auth/me')).body).toMatchObject({ email: ada.email })
  })

  it('requires a logged-in user', async () => {
    const { app } = await start()
    const visitor = createClient(app)
    const response = await visitor.send({ method: 'DELETE', url: '/api/users/me', payload: {} })
    expect(response.status).toBe(401)
  })
})

describe.each(engines)('account deletion of an admin on %s', (engine) => {
  /** Opens a site where Ada and Bob are admins. */
  async function start() {
    const site = await buildTestAppWithUsers(engine)
    const { db } = site
    await db.run(sql`UPDATE users SET role = 'admin'`)
    const deleteAs = (client: typeof site.ada) =>
      client.send('DELETE', apiPaths.account, { password: ada.password })
    const readAdmins = () => db.all(sql`SELECT email FROM users WHERE role = 'admin'`)
    /** Makes every transaction that deletes an account or changes a role wait before its commit. */
    const hold = () =>
      holdTransaction(db, async (tx) => {
        if (engine === 'postgres') await tx.run(sql`LOCK TABLE security_events IN SHARE MODE`)
      })
    return { ...site, deleteAs, readAdmins, hold }
  }

  it('is refused while nobody else can do their work', async () => {
    const { db, clock, bob, deleteAs, ...site } = await start()
    const refused = {
      status: 409,
      body: {
        code: 'wrong_status',
        error: expect.stringContaining('Make somebody else an admin first'),
      },
    }
    const isOnlyAdmin = async () => (await site.ada.get(apiPaths.account)).body.isOnlyAdmin
    expect(await isOnlyAdmin()).toBe(false)
    const plan = await explain(db, (tx) => findOnlyAdmin(tx, { id: 1, role: 'admin' }, clock.now))
    expect(plan, 'no other students are read').toContain('users_with_role')
    const until = clock.now + dayMs
    await db.run(sql`
      UPDATE users SET suspended_until = ${until} WHERE email = ${at('bob', 1)}`)
    expect(await isOnlyAdmin()).toBe(true)
    expect(await deleteAs(site.ada)).toMatchObject(refused)
    await db.run(sql`
      UPDATE users SET suspended_until = NULL, role = 'moderator' WHERE email = ${at('bob', 1)}`)
    expect(await deleteAs(site.ada)).toMatchObject(refused)
    expect((await site.ada.get(apiPaths.securityEvents)).body).toEqual([])
    expect((await deleteAs(bob)).status).toBe(204)
  })

  it('leaves one of two who delete themselves at once', async () => {
    const { ada, bob, deleteAs, readAdmins, hold } = await start()
    const { waits, release } = await hold()
    const answers = Promise.all([deleteAs(ada), deleteAs(bob)])
    await waits(2)
    release()
    expect((await answers).map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await readAdmins()).toHaveLength(1)
  })

  it('leaves one, also if they take the role of the other at the same time', async () => {
    const { db, ada, deleteAs, readAdmins, hold } = await start()
    const bob = await db.get<{ id: number }>(sql`
      SELECT id FROM users WHERE email = ${at('bob', 1)}`)
    const { waits, release } = await hold()
    const demotion = ada.put(apiPaths.studentRole(bob?.id ?? 0), { role: 'student', seen: null })
    const deletion = deleteAs(ada)
    await waits(2)
    release()
    const statuses = [(await demotion).status, (await deletion).status]
    expect([
      [200, 409],
      [401, 204],
    ]).toContainEqual(statuses)
    expect(await readAdmins()).toHaveLength(1)
  })
})
