import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createBackupPath } from '#tests/support/backup-site.ts'
import { childProcessIds } from '#tests/support/child-processes.ts'
import { type Engine, engines, testDatabaseSettings } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import { runJob } from '#tests/support/run-job.ts'
import type { Db, Query } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { dayMs, hourMs } from '../durations.ts'
import type { S3Config } from '../files/s3-url.ts'
import { openDiskStore } from '../photos/disk-store.ts'
import { backupRehearsal, findNewestBackup, rehearseBackup } from './backup-rehearsal.ts'
import { type LastBackup, readBackupState, recordBackup } from './backup-state.ts'
import { checkBackup } from './check-backup.ts'
import { type RehearsalRequest, rehearseRestore, restoreAndCount } from './rehearsal.ts'
import { createTarWriter, readTarEntries } from './tar.ts'
import { writeBackup } from './write-backup.ts'

const photoName = '0ff8690bcbb647a62550a2b8174973db'
const slow = { timeout: 60_000 }

/** Opens a site with a student, a listing and a photo, and backs it up. */
async function openSite(engine: Engine, bucket?: S3Config) {
  const settings = await testDatabaseSettings(engine)
  const db = await openDatabase(settings)
  onTestFinished(() => db.close())
  await migrate(db)
  const { id } = await insertTestUser(db)
  await insertTestListing(db, id)
  await db.run(sql`
    INSERT INTO photos (name, width, height, preview, bytes, uploader_id, uploaded_at)
    VALUES (${photoName}, 80, 60, 'data:', 5, ${id}, 1)`)
  const store = await openDiskStore(join(settings.DATA_DIR, 'uploads'))
  await store.put(photoName, [{ width: 320, bytes: Buffer.from('photo') }])
  const folder = join(settings.DATA_DIR, 'backups')
  await mkdir(folder)
  const path = await createBackupPath()
  const clock = { now: Date.UTC(2026, 10, 15, 12) }
  const totals = await writeBackup({ db, store, path, now: clock.now })
  const rows = Object.values(totals.rows).reduce((sum, count) => sum + count, 0)
  const backup: LastBackup = {
    at: clock.now,
    bytes: totals.bytes,
    contents: 'database and photos',
    place: path,
    path,
  }
  await recordBackup(db, backup)
  const databaseUrl = settings.DATABASE_URL
  const logged: [details: { reason?: string }, message: string][] = []
  const onLog = (details: object, message: string) => void logged.push([details, message])
  const job = backupRehearsal({
    ...{ folder, bucket, databaseUrl },
    log: { info: onLog, warn: onLog } as never,
  })
  const run = async () => {
    await runJob(job, { db, now: () => clock.now, onLog: onLog as never })
    return (await readBackupState(db)).lastRehearsal
  }
  const request: RehearsalRequest = { backup: { path }, folder, databaseUrl, databaseBytes: 1e6 }
  const query = async (text: string) => {
    if (!databaseUrl) return []
    const client = new Client(databaseUrl)
    await client.connect()
    return (await client.query(text).finally(() => client.end())).rows
  }
  const throwAwayName = `${new URL(databaseUrl ?? 'http://host/x').pathname.slice(1)}_rehearsal`
  /** Returns what a rehearsal has made and not removed yet. */
  const findLeftovers = async () => [
    ...(await readdir(folder)),
    ...(await query(`SELECT datname FROM pg_database WHERE datname = '${throwAwayName}'`)),
  ]
  /** Waits until the throw-away database exists. */
  const untilRestoring = () =>
    expect
      .poll(
        async () =>
          engine === 'sqlite'
            ? readdir(join(folder, '.rehearsal')).catch(() => [])
            : (await findLeftovers()).slice(1).map(() => 'quad.db'),
        { interval: 5, timeout: 20_000 },
      )
      .toContain('quad.db')
  const done = { bytes: totals.bytes, rows, photos: 1, database: engine, problem: null }
  return {
    db,
    store,
    folder,
    path,
    clock,
    backup,
    logged,
    run,
    request,
    query,
    throwAwayName,
    findLeftovers,
    untilRestoring,
    done,
  }
}

describe.each(engines)('the rehearsal of a restore on %s', slow, (engine) => {
  it('restores the newest backup, counts it, and leaves nothing behind', async () => {
    const { path, clock, logged, run, findLeftovers, done } = await openSite(engine)
    expect(done.rows).toBeGreaterThan(2)
    expect(await run()).toEqual({ at: clock.now, backup: path, ...done })
    expect(logged).toEqual([
      [expect.objectContaining({ rows: done.rows }), 'a restore was rehearsed'],
    ])
    expect(await findLeftovers()).toEqual([])
  })

  it('says that its process was killed, and cleans up after it', async () => {
    const { path, run, findLeftovers, untilRestoring } = await openSite(engine)
    const others = childProcessIds(process.pid)
    const rehearsing = run()
    await untilRestoring()
    for (const id of childProcessIds(process.pid)) {
      if (!others.includes(id)) process.kill(id, 'SIGKILL')
    }
    expect(await rehearsing).toMatchObject({
      backup: path,
      problem: 'The restore did not end by itself. Its process ended with SIGKILL.',
    })
    expect(await findLeftovers()).toEqual([])
  })
})

describe('the rehearsal of a restore', slow, () => {
  /** Writes the backup again with other entries and a checksum that fits them. */
  async function rewrite(path: string, change: (name: string, content: Buffer) => Buffer | null) {
    const from = await open(path)
    const target = await open(`${path}.new`, 'w')
    const tar = createTarWriter(target, 0)
    for await (const { name, read } of readTarEntries(from)) {
      const content =
        name === 'sha256.txt' ? Buffer.from(`${tar.sha256()}\n`) : change(name, await read())
      if (content) await tar.add(name, content)
    }
    await tar.end()
    await from.close()
    await target.close()
    await writeFile(path, await readFile(`${path}.new`))
  }

  const damages: [string, (path: string) => Promise<void>, problem: string][] = [
    [
      'a damaged file of rows',
      (path) =>
        rewrite(path, (name, content) => {
          if (name.startsWith('tables/listings/')) content.fill(7, 20, 40)
          return content
        }),
      'The backup is damaged or was cut off. The rows in tables/listings/000001.ndjson.gz cannot be read.',
    ],
    [
      'a missing photo',
      (path) => rewrite(path, (name, content) => (name.startsWith('photos/') ? null : content)),
      'The backup is damaged or was cut off. It has 0 of 1 photos.',
    ],
    [
      'a missing photo that the totals do not miss',
      (path) =>
        rewrite(path, (name, content) => {
          if (name.startsWith('photos/')) return null
          if (name !== 'totals.json') return content
          return Buffer.from(String(content).replace('},"photos":1,', '},"photos":0,'))
        }),
      'It restored rows of photos without their files (1).',
    ],
    [
      'a missing file of rows',
      (path) =>
        rewrite(path, (name, content) => (name.startsWith('tables/users/') ? null : content)),
      'The backup is damaged or was cut off. The table users has 0 of 1 rows.',
    ],
    [
      'a row that the database refuses',
      (path) =>
        rewrite(path, (name, content) => {
          if (name !== 'totals.json' && !name.startsWith('tables/users/')) return content
          return name === 'totals.json'
            ? Buffer.from(String(content).replace('"users":1', '"users":0'))
            : null
        }),
      'The throw-away database refused it (19).',
    ],
    [
      'a truncated archive',
      (path) => truncate(path, 3_000),
      'The backup is damaged or was cut off.',
    ],
    [
      'a changed byte of a photo',
      changeByte,
      'The backup is damaged or was cut off. Its checksum is wrong.',
    ],
  ]

  async function changeByte(path: string) {
    const bytes = await readFile(path)
    bytes[bytes.indexOf(`photos/${photoName}`) + 512] = 0
    await writeFile(path, bytes)
  }

  it('says what is wrong with a damaged backup', async () => {
    const { path, request, findLeftovers } = await openSite('sqlite')
    const bytes = await readFile(path)
    for (const [name, damage, problem] of damages) {
      await writeFile(path, bytes)
      await damage(path)
      expect(await rehearseRestore(request), name).toMatchObject({ problem })
      expect(await findLeftovers()).toEqual([])
    }
    await writeFile(path, bytes)
    expect(await rehearseRestore(request)).toMatchObject({ problem: null, photos: 1 })
  })

  it('says how many rows the database lost', async () => {
    const { path, done } = await openSite('sqlite')
    const db = await openDatabase(await testDatabaseSettings('sqlite'))
    onTestFinished(() => db.close())
    const isLost = ({ sql: text }: Query) => text.includes('INSERT INTO listings ')
    const losing = (tx: Db): Db => ({
      ...tx,
      run: async (query) => (isLost(query) ? { changes: 0 } : tx.run(query)),
    })
    const lossy: Db = { ...db, transaction: (work) => db.transaction((tx) => work(losing(tx))) }
    const result = { ...done, rows: 0, photos: 0 }
    const running = { result, signal: undefined }
    expect(await restoreAndCount(lossy, await checkBackup(path), running)).toBe(
      'It restored 0 of 1 rows of listings.',
    )
    expect(result).toMatchObject({ rows: done.rows - 1, photos: 1 })
  })

  it('happens once a month, and again the next night after a problem, which is recorded', async () => {
    const { path, clock, logged, run } = await openSite('sqlite')
    const bytes = await readFile(path)
    await truncate(path, 3_000)
    const problem = 'The backup is damaged or was cut off.'
    expect(await run()).toEqual(
      expect.objectContaining({ at: clock.now, backup: path, bytes: 3_000, rows: 0, problem }),
    )
    expect(logged).toEqual([
      [expect.objectContaining({ path, reason: problem }), 'a rehearsed restore failed'],
    ])
    await writeFile(path, bytes)
    clock.now += dayMs
    const first = await run()
    expect(first).toMatchObject({ at: clock.now, problem: null })
    clock.now += 28 * dayMs
    expect(await run()).toEqual(first)
    clock.now += 2 * dayMs
    expect(await run()).toEqual({ ...first, at: clock.now })
  })

  it('ends and cleans up when the server stops or is killed', async () => {
    const { db, folder, path, request, findLeftovers, untilRestoring } = await openSite('sqlite')
    const stopping = new AbortController()
    const backup = { source: { path }, place: path }
    const options = { ...request, db, backup, now: Date.now, folder, signal: stopping.signal }
    const rehearsing = rehearseBackup(options).catch((error) => error.name)
    await untilRestoring()
    stopping.abort()
    expect(await rehearsing).toBe('AbortError')
    expect(await findLeftovers()).toEqual([])
    expect((await readBackupState(db)).lastRehearsal).toBeNull()

    const child: ChildProcess = fork(join(import.meta.dirname, 'rehearsal-process.ts'))
    child.send(request)
    await untilRestoring()
    // The channel also closes when the other process is killed.
    child.disconnect()
    await once(child, 'exit')
    expect(await findLeftovers()).toEqual([])
  })

  it('refuses with a sentence if there is not enough room', async () => {
    const { folder, request, findLeftovers } = await openSite('sqlite')
    const { problem } = await rehearseRestore({ ...request, databaseBytes: 1e18 })
    expect(problem).toMatch(
      new RegExp(
        `^There is not enough room to try it: ${folder} needs 2000000000\\.3 GB, and has [\\d.]+ [GM]B free\\.$`,
      ),
    )
    expect(await findLeftovers()).toEqual([])
  })

  it('removes what a killed rehearsal left, and lets a running one alone', async () => {
    const { db, folder, path, request, findLeftovers } = await openSite('sqlite')
    await mkdir(join(folder, '.rehearsal'))
    await writeFile(join(folder, '.rehearsal', 'quad.db'), 'left over')
    const both = await Promise.all([rehearseRestore(request), rehearseRestore(request)])
    expect(both.map(({ problem }) => problem).sort()).toEqual([
      'Another rehearsal is running.',
      null,
    ])
    expect(await findLeftovers()).toEqual([])

    await mkdir(join(folder, '.rehearsal'))
    const running = new DatabaseSync(join(folder, '.rehearsal', 'lock'))
    running.exec('BEGIN EXCLUSIVE')
    const backup = { source: { path }, place: path }
    await expect(rehearseBackup({ ...request, db, backup, now: Date.now })).rejects.toThrow(
      'Another rehearsal is running.',
    )
    running.close()
    expect((await readBackupState(db)).lastRehearsal).toBeNull()
  })

  it('takes the newest backup that the machine can read: by hand, daily or in the bucket', async () => {
    const s3 = await startFakeS3({ bucket: 'backups' })
    const bucket = s3.config
    const { backup, path, folder, request } = await openSite('sqlite')
    const bytes = await readFile(path)
    const put = (name: string, modifiedAt: Date) =>
      s3.objects.set(name, { bytes, headers: {}, modifiedAt })
    const find = (lastBackup: LastBackup) =>
      findNewestBackup({ lastBackup, lastRehearsal: null }, { folder, bucket })
    put('quad-2026-11-01-0430-full.tar', new Date(0))
    expect(await find(backup)).toMatchObject({ source: { path }, place: path })
    await rm(path)
    const daily = join(folder, 'quad-2026-11-16.tar')
    await writeFile(daily, bytes)
    expect(await find(backup)).toMatchObject({ source: { path: daily } })
    const name = 'quad-2026-12-15-0430-full.tar'
    put(name, new Date(Date.now() + hourMs))
    const found = await find(backup)
    expect(found).toMatchObject({
      source: { name, bucket },
      place: `${name} in the bucket backups at ${bucket.origin}`,
    })
    const stored = { ...request, backup: { name, bucket } }
    expect(await rehearseRestore(stored)).toMatchObject({ bytes: bytes.length, problem: null })
    put(name, new Date())
    s3.objects.set(name, { bytes: bytes.subarray(9_000), headers: {}, modifiedAt: new Date() })
    expect((await rehearseRestore(stored)).problem).toMatch(/is not a backup of Quad\.$/)
    expect(await readdir(folder)).toEqual(['quad-2026-11-16.tar'])

    s3.objects.clear()
    expect(await find(backup)).toMatchObject({ source: { path: daily } })
    // Another machine has a newer one.
    await utimes(daily, 0, backup.at / 1_000 - 3 * 86_400)
    expect(await find(backup)).toBeUndefined()
    expect((await rehearseRestore(request)).problem).toMatch(
      `The file ${path} cannot be read: ENOENT`,
    )
  })
})

describe('the rehearsal of a restore on PostgreSQL', slow, () => {
  it('uses SQLite if the role may not create a database', async () => {
    const { request, query } = await openSite('postgres')
    const role = `reader_${crypto.randomUUID().slice(0, 8)}`
    await query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`)
    onTestFinished(async () => void (await query(`DROP ROLE ${role}`)))
    const url = new URL(request.databaseUrl ?? '')
    Object.assign(url, { username: role, password: 'x' })
    const databaseUrl = url.href
    expect(await rehearseRestore({ ...request, databaseUrl })).toMatchObject({
      database: 'sqlite',
      problem: null,
      photos: 1,
    })
  })

  it('drops what a killed rehearsal left, and no database of anybody else', async () => {
    const { request, query, throwAwayName: name, findLeftovers } = await openSite('postgres')
    await query(`CREATE DATABASE "${name}"`)
    onTestFinished(async () => void (await query(`DROP DATABASE IF EXISTS "${name}"`)))
    expect((await rehearseRestore(request)).problem).toBe(
      `PostgreSQL has a database "${name}", which is not a throw-away copy of Quad. Rename or drop it.`,
    )
    expect(await findLeftovers()).toEqual([{ datname: name }])
    await query(
      `COMMENT ON DATABASE "${name}" IS 'A throw-away copy, with which Quad tries whether a backup can be restored.'`,
    )
    const [one, other] = await Promise.all([
      rehearseRestore(request),
      rehearseRestore({ ...request, folder: join(request.folder, '..') }),
    ])
    expect([one.problem, other.problem].sort()).toEqual(['Another rehearsal is running.', null])
    expect(await findLeftovers()).toEqual([])

    // One that was killed before it could comment on its database.
    await query(`CREATE DATABASE "${name}" CONNECTION LIMIT 47`)
    expect((await rehearseRestore(request)).problem).toBeNull()
    expect(await findLeftovers()).toEqual([])
  })
})
