import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { at } from '#tests/support/campus-email.ts'
import { type Engine, engines, testDatabaseSettings } from '#tests/support/databases.ts'
import { withoutSite } from '#tests/support/site-lines.ts'
import { childEnvironment } from '#tests/support/test-clock.ts'

function runJobs(args: string[], settings: Record<string, string>) {
  const script = resolve(import.meta.dirname, 'jobs.ts')
  const env = { ...childEnvironment(), ...settings }
  return new Promise<{ code: number; output: string }>((done) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), output: withoutSite(stdout + stderr) }),
    )
  })
}

async function openMigrated(engine: Engine) {
  const settings = await testDatabaseSettings(engine)
  const db = await openDatabase(settings)
  await migrate(db)
  await db.run(sql`
    INSERT INTO jobs (kind, cause, payload, state, run_at, attempts, created_at, finished_at, error)
    VALUES ('mail', 'a', ${JSON.stringify({ to: at('ada') })}, 'failed', 0, 3, 0, 0, 'refused')`)
  await db.close()
  return settings
}

it.each(engines)('lists and retries the jobs of the configured database on %s', async (engine) => {
  const settings = await openMigrated(engine)
  const listed = await runJobs([], settings)
  expect(listed).toEqual({ code: 0, output: expect.stringMatching(/^mail +failed +1 /m) })
  expect(listed.output).not.toContain('ada')
  expect(await runJobs(['retry'], settings)).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^Due now: 1 job\.\n\nKind +State +Jobs\nmail +waiting +1 +due\n$/,
    ),
  })
})

it('retries one job, or says that it cannot', async () => {
  const settings = await openMigrated('sqlite')
  expect(await runJobs(['retry', '2'], settings)).toEqual({
    code: 1,
    output: 'No failed job 2 can be tried again.\n',
  })
  expect((await runJobs(['retry', '1'], settings)).output).toMatch(/^Job 1 is due now\.\n/)
})

it('exits with 1 for another command', async () => {
  expect(await runJobs(['retry', 'x'], await testDatabaseSettings('sqlite'))).toEqual({
    code: 1,
    output: 'Try: npm run jobs, npm run jobs -- retry, npm run jobs -- retry ID\n',
  })
})
