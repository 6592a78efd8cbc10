import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { campusDayNumber } from '#format/campus-date.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { addDailyVisits } from '#server/visits/visit-queries.ts'
import { anyEngine, testDatabaseSettings } from '#tests/support/databases.ts'
import { withoutSite } from '#tests/support/site-lines.ts'
import { childEnvironment } from '#tests/support/test-clock.ts'

function runVisits(args: string[], settings: Record<string, string>) {
  const script = resolve(import.meta.dirname, 'visits.ts')
  const env = { ...childEnvironment(), ...settings }
  return new Promise<{ code: number; output: string }>((done) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), output: withoutSite(stdout + stderr) }),
    )
  })
}

it.each(anyEngine)('prints the visits of the configured database on %s', async (engine) => {
  const settings = await testDatabaseSettings(engine)
  const db = await openDatabase(settings)
  await migrate(db)
  await addDailyVisits(db, [{ day: campusDayNumber(Date.now()), path: '/rentals', visits: 42 }])
  await db.close()
  const { code, output } = await runVisits(['--days', '2'], settings)
  expect(code).toBe(0)
  expect(output).toMatch(/^Day +Visits\n(\S+ +\d+\n){2}Total +42\n\nPath +Visits\n\/rentals +42\n$/)
})

it.each([
  ['--days', '91'],
  ['--weeks', '1'],
])('rejects %s %s', async (...args) => {
  expect(await runVisits(args, await testDatabaseSettings('sqlite'))).toEqual({
    code: 1,
    output: 'Give a number of days from 1 to 90: npm run visits -- --days 7\n',
  })
})
