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

function runRole(args: string[], settings: Record<string, string>) {
  const script = resolve(import.meta.dirname, 'role.ts')
  const env = { ...childEnvironment(), ...settings }
  return new Promise<{ code: number; output: string }>((done) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), output: withoutSite(stdout + stderr) }),
    )
  })
}

/** Opens the database of a site and keeps it open, like a running site. */
async function openSite(engine: Engine) {
  const settings = await testDatabaseSettings(engine)
  const db = await openDatabase(settings)
  onTestFinished(() => db.close())
  await migrate(db)
  const { id } = await insertTestUser(db)
  return { settings, db, id }
}

it.each(anyEngine)('npm run role changes a role beside a running site on %s', async (engine) => {
  const { settings, db, id } = await openSite(engine)
  expect(await runRole([at('Ada'), 'admin'], settings)).toEqual({
    code: 0,
    output: 'Ada Lee is an admin now.\n',
  })
  expect(await db.all(sql`SELECT role FROM users`)).toEqual([{ role: 'admin' }])
  expect(await db.all(sql`SELECT action, actor_id, student_id, role FROM moderation_log`)).toEqual([
    { action: 'role', actor_id: null, student_id: id, role: 'admin' },
  ])
  expect(await db.all(sql`SELECT user_id, kind, device FROM security_events`)).toEqual([
    { user_id: id, kind: 'role change', device: null },
  ])
})

it('npm run role asks for a confirmed mailbox where students confirm it', async () => {
  const { settings, db } = await openSite('sqlite')
  await db.run(sql`UPDATE users SET must_confirm = 1`)
  const makeAdmin = (VERIFY_EMAIL: string) =>
    runRole([at('ada'), 'admin'], { ...settings, VERIFY_EMAIL })
  const output = 'Ada Lee has to confirm their email first.\n'
  expect(await makeAdmin('on')).toEqual({ code: 1, output })
  expect((await makeAdmin('off')).code).toBe(0)
})

it.each([
  [[], 'Try: npm run role -- EMAIL student|moderator|admin|reset-second-factor\n'],
  [
    [at('ada'), 'owner'],
    'Try: npm run role -- EMAIL student|moderator|admin|reset-second-factor\n',
  ],
  [[at('ada'), 'student'], 'Ada Lee is a student already.\n'],
  [[at('bob'), 'admin'], `There is no student with the address ${at('bob')}.\n`],
])('npm run role exits with 1 for %j', async (args, output) => {
  const { settings } = await openSite('sqlite')
  expect(await runRole(args, settings)).toEqual({ code: 1, output })
})
