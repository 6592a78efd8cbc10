import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine, testDatabaseSettings } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { withoutSite } from '#tests/support/site-lines.ts'
import { childEnvironment } from '#tests/support/test-clock.ts'

function runStudent(args: string[], settings: Record<string, string>) {
  const script = resolve(import.meta.dirname, 'student.ts')
  const env = { ...childEnvironment(), ...settings }
  return new Promise<{ code: number; output: string; site: string }>((done) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      done({
        code: Number(error?.code ?? 0),
        output: withoutSite(stdout + stderr),
        site: stderr.split('\n')[0] ?? '',
      }),
    )
  })
}

async function openSite(engine: Engine) {
  const settings = await testDatabaseSettings(engine)
  const db = await openDatabase(settings)
  onTestFinished(() => db.close())
  await migrate(db)
  const { id } = await insertTestUser(db)
  return { settings, db, id }
}

const reason = ['--reason', 'Letter of Nov 12']

/** Returns a function that runs the command for Ada, and returns the exit code and what it says. */
const runFor = (settings: Record<string, string>) => async (action: string) => {
  const { code, output, site } = await runStudent([action, at('Ada'), ...reason], settings)
  expect(site).toMatch(/^Database: /)
  return `${code} ${output.trim()}`
}

it.each(anyEngine)(
  'npm run student holds and releases beside a running site on %s',
  async (engine) => {
    const { settings, db, id } = await openSite(engine)
    const run = runFor(settings)
    expect(await run('hold')).toBe(
      '0 Ada Lee is on hold now: evidence is kept, and their listings are hidden.',
    )
    expect(await run('delete')).toBe(
      '1 The account of Ada Lee is on hold, which keeps it. Release the hold first.',
    )
    expect(await run('release')).toBe('0 The hold on Ada Lee is released.')
    const log = await db.all(sql`
    SELECT action, actor_id, student_id, note FROM moderation_log
    JOIN moderation_notes ON log_id = moderation_log.id ORDER BY moderation_log.id`)
    expect(log).toEqual(
      ['hold', 'release'].map((action) => ({
        ...{ action, actor_id: null, student_id: id, note: 'Letter of Nov 12' },
      })),
    )
  },
)

it.each(anyEngine)('npm run student sends data, deletes and keeps on %s', async (engine) => {
  const { settings, db } = await openSite(engine)
  const run = runFor(settings)
  expect(await run('export')).toBe(
    `0 A link to their data goes to ${at('ada')}. It works for 7 days.\nThe student finds this reason in their data.`,
  )
  expect(await run('delete')).toMatch(/^0 Ada Lee's account will be deleted on .*\. Until then/)
  expect(await run('keep')).toMatch(/^0 The account of Ada Lee stays\.\nThe student finds/)
  const mails = await db.all<{ payload: string }>(sql`
    SELECT payload FROM jobs WHERE kind IN ('mail', 'secret-mail') ORDER BY id`)
  expect(mails.map(({ payload }) => JSON.parse(payload).template)).toEqual([
    'export-link',
    'deletion-planned',
    'account-kept',
  ])
})

const usage =
  'Try: npm run student -- export|hold|release|delete|keep EMAIL --reason "who asked, and why"\n'

it.each([
  [[], usage],
  [['hold', at('ada')], usage],
  [['constructor', at('ada'), ...reason], usage],
  [['hold', at('ada'), 'now', ...reason], usage],
  [['hold', at('ada'), '--force', ...reason], usage],
  [['hold', at('ada'), '--reason', 'a'.repeat(501)], 'The reason has more than 500 characters.\n'],
  [['hold', at('bob'), ...reason], `There is no student with the address ${at('bob')}.\n`],
])('npm run student exits with 1 for %j', async (args, output) => {
  const { settings } = await openSite('sqlite')
  expect(await runStudent(args, settings)).toMatchObject({ code: 1, output })
})

it('npm run student refuses a site that is not there', async () => {
  const { settings } = await openSite('sqlite')
  const nowhere = { ...settings, DATA_DIR: `${settings.DATA_DIR}/nowhere` }
  const { code, output } = await runStudent(['hold', at('ada'), ...reason], nowhere)
  expect([code, output]).toEqual([1, expect.stringContaining('There is no database')])
})
