import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { findTextHistory } from '#server/campus/site-texts.ts'
import { findCampusHistory } from '#server/campus/stored-campus.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { anyEngine, testDatabaseSettings } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { withoutSite } from '#tests/support/site-lines.ts'
import { childEnvironment } from '#tests/support/test-clock.ts'

function runCampus(args: string[], settings: Record<string, string>) {
  const script = resolve(import.meta.dirname, 'campus.ts')
  const env = { ...childEnvironment(), CAMPUS_FILE: '', ...settings }
  return new Promise<{ code: number; output: string }>((done) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), output: withoutSite(stdout + stderr) }),
    )
  })
}

it.each(anyEngine)(
  'npm run campus carries the settings between sites on %s',
  async (engine) => {
    const settings = await testDatabaseSettings(engine)
    const db = await openDatabase(settings)
    onTestFinished(() => db.close())
    await migrate(db)
    await insertTestUser(db, 'ada@uwaterloo.ca')
    const file = join(settings.DATA_DIR, 'campus.json')
    expect(await runCampus(['export', file], settings)).toEqual({
      code: 0,
      output: `The settings of Quad are in ${file}.\n`,
    })
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(builtInCampus)

    const [, laurier] = builtInCampus.universities
    const texts = { rules: 'Be kind.', about: 'Hello.' }
    const changed = { ...builtInCampus, brand: 'Harbour', universities: [laurier] }
    await writeFile(file, JSON.stringify({ ...changed, texts }))
    const { output } = await runCampus(['import', file], settings)
    expect(output).toContain('Harbour has its new settings.')
    expect(output).toContain(
      'Nobody can sign up with @uwaterloo.ca any more. 1 student can still log in',
    )
    expect(await findCampusHistory(db, 2)).toMatchObject([
      { text: JSON.stringify(changed), changedBy: null },
    ])
    expect(await findTextHistory(db, 'rules', 2)).toMatchObject([
      { markdown: 'Be kind.', changedBy: null },
    ])
    expect((await runCampus(['export', file], settings)).code).toBe(0)
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ ...changed, texts })

    const wrong = { closedDomains: ['uwaterloo.ca'], brand: '', texts: { rules: 5 } }
    await writeFile(file, JSON.stringify({ ...changed, texts: { rules: ' ', privacy: '' } }))
    expect(await runCampus(['import', file], settings)).toEqual({
      code: 1,
      output: 'texts rules: Write something, or leave the text out\n',
    })
    // A failed text takes the settings back, too.
    await db.run(sql`ALTER TABLE site_texts RENAME TO other_texts`)
    await writeFile(file, JSON.stringify({ ...changed, brand: 'Dock', texts: { rules: 'New.' } }))
    expect((await runCampus(['import', file], settings)).code).toBe(1)
    await db.run(sql`ALTER TABLE other_texts RENAME TO site_texts`)
    await writeFile(file, JSON.stringify({ ...changed, ...wrong }))
    expect(await runCampus(['import', file], settings)).toEqual({
      code: 1,
      output: 'brand: Fill this in\ntexts rules: Must be text\n',
    })
    expect(await findCampusHistory(db, 2)).toHaveLength(1)
    const withFile = await runCampus(['import', file], { ...settings, CAMPUS_FILE: file })
    expect(withFile.code).toBe(1)
  },
  60_000,
)

it.each([[[]], [['export']], [['delete', 'campus.json']]])(
  'npm run campus refuses %j',
  async (args) => {
    const { code, output } = await runCampus(args, {})
    expect(code).toBe(1)
    expect(output).toContain('Try: npm run campus -- export FILE')
  },
)
