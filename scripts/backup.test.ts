import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { setCampus } from '#campus/campus.ts'
import { parseCampus } from '#server/campus/stored-campus.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { keepCampusAfterTest, otherCampusFile } from '#tests/support/campus.ts'
import { testDatabaseSettings } from '#tests/support/databases.ts'
import { ada } from '#tests/support/http-client.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { startServer } from '#tests/support/start-server.ts'
import { childEnvironment } from '#tests/support/test-clock.ts'

interface CommandResult {
  code: number
  output: string
}

function run(
  command: string,
  args: string[],
  settings: Record<string, string>,
): Promise<CommandResult> {
  const script = resolve(import.meta.dirname, `${command}.ts`)
  const env = { ...childEnvironment(), ...settings }
  return new Promise((resolveResult) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      resolveResult({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

async function createTemporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function postJson(url: string, body: object, cookie = '') {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
}

/** Logs in. The result can create a listing and find it with a visitor's search. */
async function logIn(url: string) {
  const login = await postJson(`${url}/api/auth/login`, ada)
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0]
  const createListing = async () =>
    (await postJson(`${url}/api/misc`, listingInputs.misc, cookie)).status
  const countListings = async () => (await (await fetch(`${url}/api/misc?q=lamp`)).json()).total
  return { createListing, countListings }
}

async function readSecret(settings: { DATA_DIR: string }) {
  const db = await openDatabase(settings)
  const row = await db.get<{ value: string }>(sql`SELECT value FROM secrets`)
  await db.close()
  expect(row?.value).toHaveLength(43)
  return row?.value
}

it('restores a backup into the running site, and into another database, with the campus of a file', {
  timeout: 60_000,
}, async () => {
  keepCampusAfterTest()
  setCampus(parseCampus(readFileSync(otherCampusFile, 'utf8')))
  const CAMPUS_FILE = otherCampusFile
  const folder = await createTemporaryFolder()
  const from = { DATA_DIR: join(folder, 'data'), CAMPUS_FILE }
  const file = join(folder, 'site.tar')
  const source = await startServer(from)
  await postJson(`${source.url}/api/users`, ada)
  const { createListing, countListings } = await logIn(source.url)
  await createListing()
  expect(await run('backup', [file], from)).toEqual({
    code: 0,
    output: expect.stringContaining('Kept 1 student, 1 listing and 0 photos in '),
  })
  expect(await createListing()).toBe(201)
  expect(await countListings()).toBe(2)
  const secret = await readSecret(from)
  expect(await run('restore', [file, '--overwrite'], from)).toMatchObject({
    code: 0,
    output: expect.stringContaining('a new one was made'),
  })
  expect(await countListings()).toBe(1)
  expect(await readSecret(from)).not.toBe(secret)
  expect(await createListing()).toBe(401)
  await source.stop()

  const to = { ...(await testDatabaseSettings('postgres')), CAMPUS_FILE }
  expect(await run('restore', [file], to)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Restored 1 student, '),
  })
  const target = await startServer(to)
  const client = await logIn(target.url)
  expect(await client.createListing()).toBe(201)
  expect(await client.countListings()).toBe(2)
  const withSecret = { ...to, APP_SECRET: 'a secret of thirty-two characters' }
  expect(await run('restore', [file, '--overwrite'], withSecret)).toMatchObject({
    code: 0,
    output: expect.not.stringContaining('a new one was made'),
  })
  await expect.poll(client.countListings, { timeout: 5_000 }).toBe(1)
  expect(await client.createListing()).toBe(401)
  await target.stop()
})

it('keeps a backup in the bucket, rehearses its restore and restores it', {
  timeout: 120_000,
}, async () => {
  const folder = await createTemporaryFolder()
  const s3 = await startFakeS3({ bucket: 'backups' })
  const settings = { DATA_DIR: join(folder, 'data'), BACKUP_S3_URL: s3.url }
  const outputs: string[] = []
  const runHere = async (command: string, ...args: string[]) => {
    const result = await run(command, args, settings)
    outputs.push(result.output)
    return result
  }
  const db = await openDatabase(settings)
  await migrate(db)
  await insertTestUser(db)
  await db.close()
  expect((await runHere('backup', 'status')).output).toContain(
    'Quad has made no backup yet.\nNo restore has been rehearsed yet.\n',
  )
  const kept = await runHere('backup')
  const [name = ''] = [...s3.objects.keys()]
  expect(name).toMatch(/^quad-\d{4}-\d\d-\d\d-\d{4}-full\.tar$/)
  const place = `${name} in the bucket backups at ${s3.config.origin}`
  expect(kept.output).toContain(`Kept 1 student, 0 listings and 0 photos in ${place} (`)

  expect(await runHere('backup', 'rehearse')).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      new RegExp(`^${place} was restored into SQLite: \\d+ rows and 0 photos, as many as`, 'm'),
    ),
  })
  expect((await runHere('backup', 'status')).output).toMatch(
    new RegExp(
      `Last backup: .*, database and photos, 0\\.0 MB: ${place}\nLast rehearsal: \\d{4}-.* was restored into SQLite: `,
    ),
  )
  const bytes = s3.objects.get(name)?.bytes
  s3.objects.set(name, {
    bytes: Buffer.from(bytes?.subarray(0, 3_000) ?? ''),
    headers: {},
    modifiedAt: new Date(),
  })
  expect(await runHere('backup', 'rehearse', `s3:${name}`)).toMatchObject({
    code: 1,
    output: expect.stringContaining('could not be restored. The backup is damaged or was cut off.'),
  })
  expect((await runHere('backup', 'status')).output).toContain('could not be restored.')

  s3.objects.set(name, { bytes: bytes ?? Buffer.alloc(0), headers: {}, modifiedAt: new Date() })
  expect(await runHere('restore', 's3:quad-2026-01-01.tar')).toMatchObject({
    code: 1,
    output: expect.stringContaining(`in the bucket backups. It has: ${name}.`),
  })
  expect(await runHere('restore', `s3:${name}`, '--overwrite')).toMatchObject({
    code: 0,
    output: expect.stringContaining('Restored 1 student, '),
  })
  expect(await readdir(join(folder, 'data', 'backups'))).toEqual([])
  expect(outputs.join()).not.toContain(s3.config.secret)
  expect(outputs.join()).not.toContain(encodeURIComponent(s3.config.secret))
})

it('rejects wrong arguments and files without changing anything', async () => {
  const folder = await createTemporaryFolder()
  const settings = { DATA_DIR: join(folder, 'data') }
  const file = join(folder, 'notes.txt')
  await writeFile(file, 'not a backup')
  expect(await run('restore', [file], settings)).toMatchObject({
    code: 1,
    output: expect.stringContaining(`The file ${file} is not a backup of Quad.`),
  })
  expect(await run('restore', [], settings)).toMatchObject({
    code: 1,
    output: expect.stringContaining('npm run restore -- '),
  })
  expect(await run('restore', ['s3:quad-2026-11-18.tar'], settings)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Set BACKUP_S3_URL to the bucket'),
  })
  expect(await run('backup', [file], settings)).toEqual({
    code: 1,
    output: `The file ${file} exists already. Choose another name.\n`,
  })
  expect(await readdir(folder)).toEqual(['notes.txt'])
})
