import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { loadCampus } from '#server/campus/campus-source.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { removeSamples } from '#server/startup/samples.ts'
import { readVersions } from '#server/versions/category-versions.ts'
import { openTestSite, seedTestSite } from '#tests/support/backup-site.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, testDatabaseSettings } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import { childEnvironment } from '#tests/support/test-clock.ts'

const run = promisify(execFile)

describe.each(anyEngine)('removing sample students on %s', (engine) => {
  it('leaves nothing of them, and everything of others', async () => {
    const site = await openTestSite(engine)
    const { db, store, bob } = site
    await seedTestSite(site)
    await db.run(sql`UPDATE users SET is_sample = 1 WHERE email = ${at('ada')}`)
    const before = await readVersions(db)
    const purged: string[] = []
    const purgeMails = async (address: string) => void purged.push(address)
    expect(await removeSamples({ appUrl: '', db, store, purgeMails })).toEqual({
      students: 1,
      listings: 4,
      photos: 4,
    })
    expect(purged).toEqual([at('ada')])
    expect(await db.all(sql`SELECT email FROM users`)).toEqual([{ email: at('bob', 1) }])
    expect((await bob.get('/api/misc')).body.results).toHaveLength(1)
    for (const [category, version] of Object.entries(await readVersions(db))) {
      expect(version).toBeGreaterThan(before[category as keyof typeof before])
    }
    const photos = await db.all<{ name: string }>(sql`SELECT name FROM photos`)
    expect(photos).toHaveLength(1)
    expect(await removeSamples({ appUrl: '', db, store, purgeMails })).toMatchObject({
      students: 0,
    })
  })

  it('is a command that says how much it was', async () => {
    const settings = await testDatabaseSettings(engine)
    const script = resolve(import.meta.dirname, 'remove-samples.ts')
    const removal = () =>
      run(process.execPath, [script], { env: { ...childEnvironment(), ...settings } })
    const db = await openDatabase(settings)
    await migrate(db)
    // Like the start of a site, this records the currency and the time zone before there are listings.
    await loadCampus(db, process.env.CAMPUS_FILE)
    const { id } = await insertTestUser(db)
    await insertTestListing(db, id)
    await db.run(sql`UPDATE users SET is_sample = 1`)
    await db.close()
    expect((await removal()).stdout).toBe('Removed 1 sample student, 1 listing and 0 photos.\n')
    expect(await readdir(settings.DATA_DIR)).not.toContain('outbox')
  })
})
