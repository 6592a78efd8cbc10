import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { checkBackup } from '#server/backup/check-backup.ts'
import { readBackedUpPhotos, readBackedUpRows, withBackupFile } from '#server/backup/read-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { minuteMs } from '#server/durations.ts'
import { photoNameFromPath } from '#server/photos/photo-name.ts'
import { createBackupPath, openTestSite, type TestSite } from '#tests/support/backup-site.ts'
import { engines } from '#tests/support/databases.ts'
import { createLoggedInClient, strongPassword } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { listFiles } from '#tests/support/photo-app.ts'
import { findUserReferences, readAllTables } from '#tests/support/read-tables.ts'
import { firefox } from '#tests/support/user-agents.ts'

/** Her names occur nowhere else, so that a text search finds every trace of her. */
const zoe = {
  firstName: 'Zoebulon',
  lastName: 'Quixwood',
  email: 'zoe.quixwood@uwaterloo.ca',
  password: strongPassword,
  confirmPassword: strongPassword,
}
const zoePattern = /zoebulon|quixwood/i

const getPhotoName = (url: string) => photoNameFromPath(url) ?? ''

/** Zoe has listings in every category, photos, a reset link and a view, has written to Bob and blocked him; Bob has uploaded one of her photos too. */
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
  await site.bob.post('/api/auth/reset-password', { email: 'bob@mylaurier.ca' })
  await expect
    .poll(async () => (await readOutbox(site.dataDir)).length, { timeout: 15_000 })
    .toBe(2)
  const removeAccount = () =>
    client.send({ method: 'DELETE', url: '/api/users/me', payload: { password: zoe.password } })
  return { ...site, client, id: me.id, photoOfBob, removeAccount }
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

describe.each(engines)('removeAccount on %s', { timeout: minuteMs }, (engine) => {
  it('leaves no row, file or mail, and nothing in a later backup', async () => {
    const site = await openSiteWithZoe(engine)
    const { id, photoOfBob, removeAccount, client } = site
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

    expect((await removeAccount()).status).toBe(204)

    const after = await findTraces(site, id)
    expect(after).toMatchObject({ rows: [], files: 0, backup: { rows: 0 } })
    const keptPhotos = after.backup.photos
    expect(keptPhotos).toEqual([getPhotoName(photoOfBob)])
    const stored = (await Array.fromAsync(site.store.list())).flat().map(({ name }) => name)
    expect(stored).toEqual(keptPhotos)
    expect(await readdir(join(site.dataDir, 'uploads', 'aside'))).toEqual([])
    expect((await readOutbox(site.dataDir)).map(({ to }) => to)).toEqual(['bob@mylaurier.ca'])
    expect((await client.logIn(zoe)).status).toBe(401)
  })
})
