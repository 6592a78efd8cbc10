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

/** A student who posts a lamp, and what a visitor then finds. */
async function openSite(url: string) {
  const login = await send(`${url}/api/auth/login`, ada)
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0]
  const post = async () => (await send(`${url}/api/misc`, postings.misc, cookie)).status
  const listed = async () => (await (await fetch(`${url}/api/misc?q=lamp`)).json()).total
  return { post, listed }
}

it('moves a site to another database, and back in time while it runs', {
  timeout: 60_000,
}, async () => {
  const folder = await temporaryFolder()
  const from = { DATA_DIR: join(folder, 'data') }
  const file = join(folder, 'site.tar')
  const old = await startServer(from)
  await send(`${old.url}/api/users`, ada)
  const { post, listed } = await openSite(old.url)
  await post()
  expect(await run('backup', [file], from)).toEqual({
    code: 0,
    output: expect.stringContaining('Kept 1 student, 1 listing and 0 photos in '),
  })
  expect(await post()).toBe(201)
  expect(await listed()).toBe(2)
  expect((await run('restore', [file, '--overwrite'], from)).code).toBe(0)
  expect(await listed()).toBe(1)
  expect(await post()).toBe(401)
  await old.stop()

  const to = await testDatabaseSettings('postgres')
  expect(await run('restore', [file], to)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Restored 1 student, '),
  })
  const moved = await startServer(to)
  const site = await openSite(moved.url)
  expect(await site.post()).toBe(201)
  expect(await site.listed()).toBe(2)
  expect((await run('restore', [file, '--overwrite'], to)).code).toBe(0)
  await expect.poll(site.listed, { timeout: 5_000 }).toBe(1)
  expect(await site.post()).toBe(401)
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
  expect(await run('backup', [file], settings)).toEqual({
    code: 1,
    output: `The file ${file} exists already. Choose another name.\n`,
  })
  expect(await readdir(folder)).toEqual(['notes.txt'])
})
