import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ada } from '#tests/support/browser.ts'
import { testDatabaseSettings } from '#tests/support/databases.ts'
import { postings } from '#tests/support/market.ts'
import { startServer } from '#tests/support/running-server.ts'

interface Ran {
  code: number
  output: string
}

function run(command: string, args: string[], settings: Record<string, string>): Promise<Ran> {
  const script = resolve(import.meta.dirname, `${command}.ts`)
  const env = { PATH: process.env.PATH, ...settings }
  return new Promise((done) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function send(url: string, body: object, cookie = '') {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
}

it('moves a running site from its own database to PostgreSQL', { timeout: 60_000 }, async () => {
  const folder = await temporaryFolder()
  const from = { DATA_DIR: join(folder, 'data') }
  const file = join(folder, 'site.tar')
  const old = await startServer(from)
  await send(`${old.url}/api/users`, ada)
  const login = await send(`${old.url}/api/auth/login`, ada)
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0]
  await send(`${old.url}/api/misc`, postings.misc, cookie)

  const kept = await run('backup', [file], from)
  expect(kept).toEqual({
    code: 0,
    output: expect.stringContaining('Kept 1 student, 1 listing and 0 photos in '),
  })
  expect(await run('backup', [file], from)).toEqual({
    code: 1,
    output: `The file ${file} exists already. Choose another name.\n`,
  })
  await old.stop()

  const to = await testDatabaseSettings('postgres')
  const restored = await run('restore', [file], to)
  expect(restored).toMatchObject({
    code: 0,
    output: expect.stringContaining('Restored 1 student, '),
  })
  expect((await run('restore', [file, '--overwrite'], to)).code).toBe(0)

  const moved = await startServer(to)
  expect((await send(`${moved.url}/api/auth/login`, ada)).status).toBe(200)
  expect(await (await fetch(`${moved.url}/api/misc`)).json()).toMatchObject({
    results: [{ title: 'Desk lamp' }],
  })
  await moved.stop()
})

it('refuses what it does not understand, and touches nothing', async () => {
  const folder = await temporaryFolder()
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
  expect(await run('backup', ['a', 'b'], settings)).toMatchObject({
    code: 1,
    output: expect.stringContaining('npm run backup -- '),
  })
  expect(await readdir(folder)).toEqual(['notes.txt'])
})
