import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { checkBackup } from '#server/backup/check-backup.ts'
import { backedUpPhotos, backedUpRows, withBackupFile } from '#server/backup/read-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { photoNameIn } from '#server/photos/photo-name.ts'
import { backupPath, openSite, type Site } from '#tests/support/backup-site.ts'
import { signedInBrowser, strongPassword } from '#tests/support/browser.ts'
import { engines } from '#tests/support/databases.ts'
import { columnsNamingStudents, everyRow } from '#tests/support/every-row.ts'
import { postings } from '#tests/support/market.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { filesIn } from '#tests/support/photo-app.ts'

/** Nobody else is called so. */
const zoe = {
  firstName: 'Zoebulon',
  lastName: 'Quixwood',
  email: 'zoe.quixwood@uwaterloo.ca',
  password: strongPassword,
  confirmPassword: strongPassword,
}
const namesHer = /zoebulon|quixwood/i

const nameOf = (url: string) => photoNameIn(url) ?? ''

/** She posts in every category, once with a photo that Bob shows too, asks for a new password, and is visited. */
async function openWithZoe(engine: (typeof engines)[number]) {
  const site = await openSite(engine)
  const page = await signedInBrowser(site.app, zoe)
  const me = (await page.get('/api/auth/me')).body as { id: number }
  const student = { cookie: () => page.jar.cookie }
  const own = await site.upload(student, 30)
  const both = await site.upload(student, 31)
  const unused = await site.upload(student, 32)
  const ids: Record<string, number> = {}
  for (const { id, path } of categories) {
    const posting = { ...postings[id], description: 'Ask for Zoebulon', photos: [own, both] }
    const answer = await page.post(`/api/${path}`, posting)
    ids[path] = (answer.body as { id: number }).id
  }
  await site.bob.post('/api/misc', { ...postings.misc, photos: [both] })
  const visit = {
    path: `/misc/${ids.misc}`,
    userAgent: 'Mozilla',
    timestamp: '2026-11-15T12:00:00Z',
  }
  await site.bob.post('/api/logs', visit)
  await site.app.visits.flush()
  await page.post('/api/auth/reset-password', { email: zoe.email })
  await site.bob.post('/api/auth/reset-password', { email: 'bob@mylaurier.ca' })
  await expect
    .poll(async () => (await readOutbox(site.dataDir)).length, { timeout: 15_000 })
    .toBe(2)
  const leave = () =>
    page.send({ method: 'DELETE', url: '/api/users/me', payload: { password: zoe.password } })
  return { ...site, page, id: me.id, photos: { own, both, unused }, leave }
}

async function tracesIn({ db, dataDir, clock, store }: Site, id: number) {
  const rows = Object.entries(await everyRow(db)).flatMap(([table, found]) =>
    found.filter((row) => namesHer.test(JSON.stringify(row))).map(() => table),
  )
  for (const { table, column } of await columnsNamingStudents(db)) {
    const [from, where] = [raw(table), raw(column)]
    const found = await db.all(sql`SELECT 1 AS found FROM ${from} WHERE ${where} = ${id}`)
    rows.push(...found.map(() => `${table}.${column}`))
  }
  const files: string[] = []
  for (const file of await filesIn(dataDir)) {
    const text = (await readFile(file, 'latin1')).replaceAll('=\r\n', '')
    if (namesHer.test(text) || namesHer.test(file)) files.push(file)
  }
  const path = await backupPath()
  await writeBackup({ db, store, path, now: clock.now })
  await checkBackup(path)
  const backup = await withBackupFile(path, async (file) => {
    const parts = await Array.fromAsync(backedUpRows(file))
    const photos = await Array.fromAsync(backedUpPhotos(file), ({ name }) => name)
    return { photos, rows: parts.filter((part) => namesHer.test(JSON.stringify(part))).length }
  })
  return { rows: [...new Set(rows)].sort(), files: files.length, backup }
}

describe.each(engines)('an account that is removed on %s', { timeout: 60_000 }, (engine) => {
  it('leaves no row, no file, no mail and no name in a later backup', async () => {
    const site = await openWithZoe(engine)
    const { id, photos, leave, page } = site
    const before = await tracesIn(site, id)
    expect(before.rows).toEqual(
      expect.arrayContaining([
        'listings',
        'listings.seller_id',
        'outgoing_mail',
        'password_resets.user_id',
        'photos.uploader_id',
        'sessions.user_id',
        'users',
      ]),
    )
    expect(before.files).toBe(1)
    expect(before.backup.rows).toBe(2)

    expect((await leave()).status).toBe(204)

    const after = await tracesIn(site, id)
    expect(after).toMatchObject({ rows: [], files: 0, backup: { rows: 0 } })
    const kept = after.backup.photos
    expect(kept).toEqual([nameOf(photos.both)])
    const stored = (await Array.fromAsync(site.store.list())).flat().map(({ name }) => name)
    expect(stored).toEqual(kept)
    expect(await readdir(join(site.dataDir, 'uploads', 'aside'))).toEqual([])
    expect((await readOutbox(site.dataDir)).map(({ to }) => to)).toEqual(['bob@mylaurier.ca'])
    expect((await page.logIn(zoe)).status).toBe(401)
  })

  it('leaves alone a photo that another student has just sent too', async () => {
    const site = await openWithZoe(engine)
    const again = await site.upload(site.bob, 30)
    expect(again).toBe(site.photos.own)
    await site.leave()
    const posted = await site.bob.post('/api/misc', { ...postings.misc, photos: [again] })
    expect(posted.status).toBe(201)
  })
})
