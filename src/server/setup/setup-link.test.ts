import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished } from 'vitest'
import { anyEngine, type Engine, engines, testDatabaseSettings } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { readConfig } from '../config.ts'
import type { Db } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { isSetupToken, prepareSetup, renewSetupLink, setupHint } from './setup-link.ts'
import {
  deleteSetupLeftovers,
  findLinkHashes,
  isSetupFinished,
  markFinished,
  readSetupValue,
  writeSetupValue,
} from './setup-state.ts'

const now = Date.UTC(2026, 10, 15, 12)
const realSite = { APP_URL: 'https://market.example' }

async function openNewSite(engine: Engine, settings: Record<string, string> = realSite) {
  const database = await testDatabaseSettings(engine)
  const config = readConfig({ ...database, ...settings })
  const db = await openDatabase(config)
  onTestFinished(() => db.close())
  await migrate(db)
  const path = join(config.DATA_DIR, 'setup-link.txt')
  const readLink = () => readFile(path, 'utf8').catch(() => null)
  return { db, config, path, readLink, start: () => prepareSetup(db, config, now) }
}

const waitingAdmin = {
  firstName: 'Niamh',
  lastName: 'Byrne',
  email: 'niamh@northshore.example',
  passwordHash: 'hash',
  codeHash: 'hash',
  failedTries: 0,
}

const tokenOf = (link: string | null) => /#token=(.*)\n$/.exec(link ?? '')?.[1] ?? ''

const readState = (db: Db) =>
  db.all<{ name: string; value: string }>(sql`SELECT name, value FROM site_state`)

describe.each(engines)('the link of a new site on %s', (engine) => {
  it('is the same for processes that start at once, and after a restart', async () => {
    const { db, path, readLink, start } = await openNewSite(engine)
    expect(new Set(await Promise.all([start(), start(), start()]))).toEqual(new Set([path]))
    const link = await readLink()
    expect(link).toMatch(/^https:\/\/market\.example\/setup#token=[\w-]{43}\n$/)
    expect(await isSetupToken(db, tokenOf(link))).toBe(true)
    await start()
    expect(await readLink()).toBe(link)
    expect(await findLinkHashes(db)).toHaveLength(1)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(JSON.stringify(await readState(db))).not.toContain(tokenOf(link))
    expect(await isSetupToken(db, 'x'.repeat(43))).toBe(false)
  })

  it('is made anew in the shell, which ends all others', async () => {
    const { db, config, path, readLink, start } = await openNewSite(engine)
    await start()
    const first = await readLink()
    expect(await renewSetupLink(db, config, now)).toBe(path)
    const second = await readLink()
    expect(await isSetupToken(db, tokenOf(first))).toBe(false)
    expect(await isSetupToken(db, tokenOf(second))).toBe(true)
    // Another machine still has the file of the first link.
    await writeFile(path, first ?? '')
    await start()
    expect(await isSetupToken(db, tokenOf(first))).toBe(false)
    expect(await readLink()).not.toBe(first)
  })
})

describe.each(anyEngine)('a start on %s', (engine) => {
  it('makes a new link if the file is lost, and writes it again for another address', async () => {
    const { db, config, path, readLink, start } = await openNewSite(engine)
    await start()
    const first = await readLink()
    await rm(path)
    await start()
    const second = await readLink()
    expect(second).not.toBe(first)
    // Machines without a common folder have links of their own, so the first one works on.
    expect(await isSetupToken(db, tokenOf(first))).toBe(true)
    expect(await isSetupToken(db, tokenOf(second))).toBe(true)
    await prepareSetup(db, { ...config, APP_URL: 'https://other.example' }, now)
    expect(await readLink()).toBe(`https://other.example/setup#token=${tokenOf(second)}\n`)
  })

  it('makes none for a site with a student, and marks nothing', async () => {
    const { db, readLink, start } = await openNewSite(engine)
    await insertTestUser(db)
    const before = await readState(db)
    expect(await start()).toBeUndefined()
    expect(await readLink()).toBeNull()
    expect(await readState(db)).toEqual(before)
  })

  it('makes one for a try-out that becomes a real site, whose sample students do not count', async () => {
    const { db, path, start } = await openNewSite(engine)
    await insertTestUser(db)
    await db.run(sql`UPDATE users SET is_sample = 1`)
    expect(await start()).toBe(path)
    expect(await isSetupFinished(db)).toBe(false)
  })

  it('deletes what is left of a set-up that a restore has ended', async () => {
    const { db, readLink, start } = await openNewSite(engine)
    const before = await readState(db)
    await start()
    await writeSetupValue(db, 'admin', { ...waitingAdmin, expiresAt: now + 1 })
    await insertTestUser(db)
    await start()
    expect(await readState(db)).toEqual(before)
    expect(await readLink()).toBeNull()
  })

  it('and every hour, forgets somebody whose code has expired', async () => {
    const { db, start } = await openNewSite(engine)
    await writeSetupValue(db, 'admin', { ...waitingAdmin, expiresAt: now + 1 })
    await start()
    expect(await readSetupValue(db, 'admin')).toBeDefined()
    await deleteSetupLeftovers(db, now + 1)
    expect(await readSetupValue(db, 'admin')).toBeUndefined()
    expect(await findLinkHashes(db)).toHaveLength(1)
  })

  it('deletes the file of a finished set-up, whose link is worth nothing', async () => {
    const { db, config, path, readLink, start } = await openNewSite(engine)
    await start()
    const link = await readLink()
    expect(setupHint(config)).toBe(`, but not set up. Open the link in this file: ${path}`)
    expect(await markFinished(db, now)).toBe(true)
    expect(await markFinished(db, now)).toBe(false)
    expect(await isSetupToken(db, tokenOf(link))).toBe(false)
    expect(await start()).toBeUndefined()
    expect(await readLink()).toBeNull()
    expect(setupHint(config)).toBe('')
  })

  it('makes none for a try-out, in development or in tests', async () => {
    for (const settings of [
      {},
      { ...realSite, NODE_ENV: 'development' },
      { ...realSite, NODE_ENV: 'test' },
    ]) {
      const { readLink, start } = await openNewSite(engine, settings)
      expect(await start()).toBeUndefined()
      expect(await readLink()).toBeNull()
    }
  })
})
