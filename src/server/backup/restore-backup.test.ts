import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { backupPath, fillSite, openSite, whatVisitorsSee } from '#tests/support/backup-site.ts'
import { engines, testDatabaseSettings } from '#tests/support/databases.ts'
import { newestMigration } from '../database/migrate.ts'
import { BackupError } from './backup-error.ts'
import { checkBackup } from './check-backup.ts'
import { withBackupFile } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { tarEntries } from './tar-reader.ts'
import { tarWriter } from './tar-writer.ts'
import { writeBackup } from './write-backup.ts'

async function makeBackup() {
  const site = await openSite('sqlite')
  await fillSite(site)
  const path = await backupPath()
  await writeBackup({ ...site, path, now: site.clock.now })
  return { bytes: await readFile(path), seen: await whatVisitorsSee(site) }
}

let made: ReturnType<typeof makeBackup> | undefined

/** A copy of the same backup for each test, and what visitors saw of its site. */
async function filledBackup() {
  made ??= makeBackup()
  const { bytes, seen } = await made
  const path = await backupPath()
  await writeFile(path, bytes)
  return { path, seen, backup: await checkBackup(path) }
}

describe.each(engines)('a restore on %s', { timeout: 60_000 }, (engine) => {
  it('needs a word before it replaces students, listings or photos', async () => {
    const { backup } = await filledBackup()
    const other = await openSite(engine)
    const before = await whatVisitorsSee(other)
    await expect(restoreBackup({ ...other, backup, overwrite: false })).rejects.toThrow(
      'The database has students or listings already. To replace it, say so: npm run restore -- FILE --overwrite',
    )
    expect(await whatVisitorsSee(other)).toEqual(before)
    expect((await Array.fromAsync(other.store.list())).flat()).toEqual([])

    const settings = await testDatabaseSettings(engine)
    const db = await openDatabase(settings)
    const store = await openDiskStore(join(settings.DATA_DIR, 'uploads'))
    const name = '0'.repeat(32)
    await store.put(name, [{ width: 320, bytes: Buffer.from('a photo') }])
    await expect(restoreBackup({ db, store, backup, overwrite: false })).rejects.toThrow(
      'There are photos already.',
    )
    await store.setAside(name)
    await restoreBackup({ db, store, backup, overwrite: false })
    expect(await db.get(sql`SELECT count(*) AS n FROM listings`)).toEqual({ n: 6 })
    await db.close()
  })

  it('leaves everything as it was when it fails half-way', async () => {
    const { backup } = await filledBackup()
    const site = await openSite(engine)
    await fillSite(site)
    const before = await whatVisitorsSee(site)
    const onProgress = ({ rows }: { rows: number }) => {
      if (rows > 5) throw new Error('cut off')
    }
    await expect(restoreBackup({ ...site, backup, overwrite: true, onProgress })).rejects.toThrow(
      'cut off',
    )
    expect(await whatVisitorsSee(site)).toEqual(before)
    expect((await site.ada.get('/api/auth/me')).body).toMatchObject({ firstName: 'Ada' })
  })

  it('brings back the database alone, and says which photos are gone since', async () => {
    const site = await openSite(engine)
    await fillSite(site)
    const path = await backupPath()
    const { db, store, clock } = site
    const before = await whatVisitorsSee(site)
    await writeBackup({ db, path, now: clock.now })
    const backup = await checkBackup(path)
    expect(backup.manifest.contents).toBe('database')
    await restoreBackup({ db, store, backup, overwrite: true })
    expect(await whatVisitorsSee(site)).toEqual(before)
    const lost = (await Array.fromAsync(store.list())).flat()[0]?.name ?? ''
    await store.setAside(lost)
    expect(await restoreBackup({ db, store, backup, overwrite: true })).toEqual({
      photosMissing: 1,
    })
  })
})

/** The same backup as the version before the views would have made it. */
async function fromBeforeViews(path: string) {
  const older = `${path}.older`
  const bytes = await withBackupFile(path, async (file) => {
    const written: Buffer[] = []
    const write = async (chunk: Uint8Array) => {
      written.push(Buffer.from(chunk))
      return { bytesWritten: chunk.length, buffer: chunk }
    }
    const tar = tarWriter({ write } as Parameters<typeof tarWriter>[0], 0)
    for await (const entry of tarEntries(file)) {
      const text = (await entry.read()).toString()
      if (entry.name.includes('listing_views')) continue
      if (entry.name === 'manifest.json') {
        await tar.add(entry.name, text.replace(/"\d{3}-[^"]+"/, '"002-search"'))
      } else if (entry.name === 'totals.json') {
        await tar.add(entry.name, text.replace(/"listing_views":\d+,/, ''))
      } else if (entry.name === 'sha256.txt') {
        await tar.add(entry.name, `${tar.sha256()}\n`)
      } else {
        await tar.add(entry.name, await entry.read())
      }
    }
    await tar.end()
    return Buffer.concat(written)
  })
  await writeFile(older, bytes)
  return older
}

it.each(engines)('a backup of an earlier version is brought up to date on %s', async (engine) => {
  const { path, seen } = await filledBackup()
  const backup = await checkBackup(await fromBeforeViews(path))
  expect(backup.manifest.migration).toBe('002-search')
  const moved = await openSite(engine)
  await restoreBackup({ ...moved, backup, overwrite: true })
  expect(await whatVisitorsSee(moved)).toEqual(seen)
  expect(await moved.db.all(sql`SELECT views FROM listing_views`)).toEqual([])
  const names = await moved.db.all<{ name: string }>(sql`SELECT name FROM migrations ORDER BY id`)
  expect(names.at(-1)?.name).toBe(await newestMigration(engine))
})

it('a backup of a newer version is refused', async () => {
  const path = await backupPath()
  const { db } = await openSite('sqlite')
  await writeBackup({ db, path, now: 0 })
  const bytes = (await readFile(path, 'latin1')).replace(/"\d{3}-[a-z]/, '"999-z')
  await writeFile(path, bytes, 'latin1')
  await expect(checkBackup(path)).rejects.toThrow(
    'The backup was made by a newer version of Quad. Update Quad first.',
  )
})

describe('a file that is no good', () => {
  const refusal = (path: string) =>
    checkBackup(path).then(
      () => 'taken',
      (error) => (error instanceof BackupError ? error.message : error),
    )

  it('is refused whichever byte of it changed', async () => {
    const { path } = await filledBackup()
    const bytes = await readFile(path)
    const refused =
      /^The backup is damaged or was cut off\.|is not a backup of Quad\.|newer version/
    const positions = [
      0,
      5,
      130,
      148,
      156,
      257,
      511,
      512,
      560,
      bytes.length - 1,
      bytes.length - 1100,
    ]
    for (let at = 700; at < bytes.length; at += 997) positions.push(at)
    for (const at of positions) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 0x20
      await writeFile(path, changed)
      expect(await refusal(path), `byte ${at} of ${bytes.length}`).toMatch(refused)
    }
    await writeFile(path, bytes)
    expect(await refusal(path)).toBe('taken')
  })

  it('is refused when it was cut off, or goes on', async () => {
    const { path } = await filledBackup()
    const bytes = await readFile(path)
    for (const length of [
      1_200,
      5_000,
      bytes.length - 2_000,
      bytes.length - 512,
      bytes.length - 1,
    ]) {
      await writeFile(path, bytes.subarray(0, length))
      expect(await refusal(path), `${length} bytes`).toBe('The backup is damaged or was cut off.')
    }
    await writeFile(path, Buffer.concat([bytes, Buffer.alloc(512)]))
    expect(await refusal(path)).toBe('The backup is damaged or was cut off.')
  })

  it('is refused when it is something else, or not there', async () => {
    const path = await backupPath()
    for (const content of ['', 'hello', Buffer.alloc(4_096), Buffer.alloc(4_096, 'x')]) {
      await writeFile(path, content)
      expect(await refusal(path)).toBe(`The file ${path} is not a backup of Quad.`)
    }
    await rm(path)
    expect(await refusal(path)).toMatch(/cannot be read/)
  })
})
