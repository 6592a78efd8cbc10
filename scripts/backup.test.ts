import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { testDatabaseSettings } from '#tests/support/databases.ts'
import { ada } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
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

it('restores a backup into the running site, and into another database', {
  timeout: 60_000,
}, async () => {
  const folder = await createTemporaryFolder()
  const from = { DATA_DIR: join(folder, 'data') }
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

  const to = await testDatabaseSettings('postgres')
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
  expect(await run('backup', [file], settings)).toEqual({
    code: 1,
    output: `The file ${file} exists already. Choose another name.\n`,
  })
  expect(await readdir(folder)).toEqual(['notes.txt'])
})
