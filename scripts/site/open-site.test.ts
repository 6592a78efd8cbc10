import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { at } from '#tests/support/campus-email.ts'
import { testDatabaseSettings } from '#tests/support/databases.ts'
import { childEnvironment } from '#tests/support/test-clock.ts'

/** Opens commands in an empty folder, like somebody who has forgotten the service's settings. */
async function openCommands() {
  const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const run = (command: string, settings: Record<string, string> = {}) => {
    const [name = '', ...args] = command.split(' ')
    const script = resolve(import.meta.dirname, `../${name}.ts`)
    const options = { cwd: folder, env: { ...childEnvironment(), ...settings } }
    return new Promise<{ code: number; output: string }>((done) => {
      execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) =>
        done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      )
    })
  }
  return { folder, run }
}

const advice =
  'Run this with the settings of the service (DATA_DIR, DATABASE_URL), or start Quad once.'

it.each([
  'backup site.tar',
  `role ${at('ada', 1, 1)} admin`,
  'jobs',
  'visits',
  'reindex',
  'remove-samples',
])('%s refuses a site that is not there, and creates nothing', async (command) => {
  const { folder, run } = await openCommands()
  const path = join(folder, 'data', 'quad.db')
  expect(await run(command)).toEqual({
    code: 1,
    output: `Database: ${path}\nThere is no database ${path}. ${advice}\n`,
  })
  expect(await readdir(folder)).toEqual([])
})

it('an empty database is refused, and one with a site is named', async () => {
  const { folder, run } = await openCommands()
  const path = join(folder, 'quad.db')
  await writeFile(path, '')
  const settings = { DATA_DIR: folder }
  expect(await run('backup site.tar', settings)).toEqual({
    code: 1,
    output: `Database: ${path}\n${path} is empty. ${advice}\n`,
  })
  const db = await openDatabase(settings)
  await migrate(db)
  await db.close()
  expect(await run('jobs', settings)).toEqual({
    code: 0,
    output: expect.stringContaining(`Database: ${path}\n`),
  })
})

it('the same for PostgreSQL, without its password', async () => {
  const { folder, run } = await openCommands()
  const { DATABASE_URL = '' } = await testDatabaseSettings('postgres')
  const url = new URL(DATABASE_URL)
  const name = `${url.pathname.slice(1)} on PostgreSQL at ${url.host}`
  expect(await run('jobs', { DATABASE_URL })).toEqual({
    code: 1,
    output: `Database: ${name}\n${name} is empty. ${advice}\n`,
  })
  const db = await openDatabase({ DATABASE_URL, DATA_DIR: folder })
  await migrate(db)
  await db.close()
  expect((await run('jobs', { DATABASE_URL })).code).toBe(0)
  const photos = join(folder, 'data')
  expect(await run('backup site.tar', { DATABASE_URL })).toEqual({
    code: 1,
    output: `Database: ${name}\nFolder: ${photos}\nThere is no folder ${photos}, which has the photos. ${advice}\n`,
  })
  expect(await readdir(folder)).toEqual([])
})
