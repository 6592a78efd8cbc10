import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { markFinished } from '#server/setup/setup-state.ts'
import { anyEngine, testDatabaseSettings } from '#tests/support/databases.ts'
import { withoutSite } from '#tests/support/site-lines.ts'
import { childEnvironment } from '#tests/support/test-clock.ts'

function runSetup(args: string[], settings: Record<string, string>) {
  const script = resolve(import.meta.dirname, 'setup.ts')
  const env = { ...childEnvironment(), CAMPUS_FILE: '', ...settings }
  return new Promise<{ code: number; output: string }>((done) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), output: withoutSite(stdout + stderr) }),
    )
  })
}

it.each(anyEngine)('npm run setup makes a new link on %s', async (engine) => {
  const settings = await testDatabaseSettings(engine)
  const db = await openDatabase(settings)
  onTestFinished(() => db.close())
  await migrate(db)
  const real = { ...settings, APP_URL: 'https://market.example' }
  const path = join(settings.DATA_DIR, 'setup-link.txt')
  expect(await runSetup(['link'], real)).toEqual({
    code: 0,
    output: `The new link is in ${path}. Earlier ones no longer work.\n`,
  })
  expect(await readFile(path, 'utf8')).toMatch(/^https:\/\/market\.example\/setup#token=/)
  expect(await runSetup([], real)).toEqual({ code: 1, output: 'Try: npm run setup -- link\n' })
  expect((await runSetup(['link'], settings)).output).toMatch(/^A try-out needs no set-up/)
  await markFinished(db, Date.now())
  expect(await runSetup(['link'], real)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^This site is set up/),
  })
})
