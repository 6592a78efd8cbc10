import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { campus, campusRevision, isClosedToLogin, setCampus } from '#campus/campus.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'
import { pageCampus } from '#campus/page-campus.ts'
import { sharedHomeLaw } from '#english/nudges.ts'
import { currentLawPack } from '#regions/law-packs.ts'
import { changeCampus, keepCampusAfterTest } from '#tests/support/campus.ts'
import { anyEngine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { explain } from '#tests/support/explain.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import type { Db } from '../database/database.ts'
import { openCampusSource } from './campus-source.ts'
import { findTextHistory, insertText, updateHiddenAt } from './site-texts.ts'
import { CampusError, hasListings, insertCampus, parseCampus } from './stored-campus.ts'

const log = { warn: vi.fn() }

beforeEach(() => {
  keepCampusAfterTest()
  setCampus(builtInCampus)
})

const save = (db: Db, changes: Partial<CampusSettings>) =>
  insertCampus(db, { ...builtInCampus, ...changes }, { changedBy: null, now: 1 })

async function openFile(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'campus.json')
  await writeFile(file, text)
  return file
}

const withBrand = (brand: string) => JSON.stringify({ ...builtInCampus, brand })

describe.each(engines)('the campus of a process on %s', (engine) => {
  it('is the built-in one, then what the database has, then the built-in one again', async () => {
    const db = await openTestDatabase(engine)
    const { refresh } = await openCampusSource({ db, file: undefined, log })
    expect(campus.settings).toBe(builtInCampus)
    await save(db, { brand: 'Harbour' })
    await save(db, { brand: 'Dock' })
    await refresh()
    expect(campus.brand).toBe('Dock')
    const revision = campusRevision
    await refresh()
    expect(campusRevision).toBe(revision)
    await save(db, { brand: 'Pier' })
    vi.spyOn(db, 'all').mockRejectedValueOnce(new Error('down'))
    await expect(refresh()).rejects.toThrow('down')
    await Promise.all([refresh(), refresh()])
    expect(campus.brand).toBe('Pier')
    await db.run(sql`DELETE FROM campus_settings`)
    await refresh()
    expect(campus.settings).toBe(builtInCampus)
  })

  it('is taken again after an error in the middle of a change', async () => {
    const db = await openTestDatabase(engine)
    const onChange = vi.fn(async () => undefined)
    const { refresh } = await openCampusSource({ db, file: undefined, log, onChange })
    await save(db, { brand: 'Pier' })
    const { get } = db
    const failing = vi.spyOn(db, 'get').mockImplementation(async (query) => {
      if (query.sql.includes('site_state')) throw new Error('down')
      return get(query)
    })
    await expect(refresh()).rejects.toThrow('down')
    expect(campus.brand).toBe('Quad')
    failing.mockRestore()
    onChange.mockRejectedValueOnce(new Error('disk full'))
    await expect(refresh()).rejects.toThrow('disk full')
    await refresh()
    expect(campus.brand).toBe('Pier')
    expect(onChange).toHaveBeenCalledTimes(2)
    await refresh()
    expect(onChange).toHaveBeenCalledTimes(2)
  })

  it('follows a restore that brings another version with the same number', async () => {
    const db = await openTestDatabase(engine)
    await save(db, { brand: 'Dock' })
    await insertText(db, { name: 'rules', markdown: 'Be kind.' }, { changedBy: null, now: 1 })
    const { refresh } = await openCampusSource({ db, file: undefined, log })
    const revision = campusRevision
    await db.run(sql`UPDATE site_texts SET markdown = 'Be nice.', changed_at = 2`)
    await refresh()
    expect(campusRevision).toBe(revision + 1)
    const settings = JSON.stringify({ ...builtInCampus, brand: 'Pier' })
    await db.run(sql`UPDATE campus_settings SET settings = ${settings}, changed_at = 2`)
    await refresh()
    expect(campus.brand).toBe('Pier')
  })

  it('counts a text that another process has saved, hidden or shown again as a change', async () => {
    const db = await openTestDatabase(engine)
    const { refresh } = await openCampusSource({ db, file: undefined, log })
    const revision = campusRevision
    await insertText(db, { name: 'rules', markdown: 'Be kind.' }, { changedBy: null, now: 1 })
    await refresh()
    expect(campusRevision).toBe(revision + 1)
    await refresh()
    expect(campusRevision).toBe(revision + 1)
    const [version] = await findTextHistory(db, 'rules', 1)
    await updateHiddenAt(db, version?.id ?? 0, 2)
    await refresh()
    expect(campusRevision).toBe(revision + 2)
    await updateHiddenAt(db, version?.id ?? 0, null)
    await refresh()
    expect(campusRevision).toBe(revision + 3)
  })

  it('keeps its currency and time zone once there is a listing', async () => {
    const db = await openTestDatabase(engine)
    const pounds = { currency: { code: 'GBP', symbol: '£' }, timeZone: 'Europe/London' }
    await save(db, pounds)
    const { refresh } = await openCampusSource({ db, file: undefined, log })
    const { id } = await insertTestUser(db)
    await insertTestListing(db, id)
    // The listings of sample students may change their currency.
    await db.run(sql`UPDATE users SET is_sample = 1`)
    const euros = { ...pounds, currency: { code: 'EUR', symbol: '€' } }
    await save(db, euros)
    await refresh()
    expect(campus.currency.code).toBe('EUR')
    await save(db, pounds)
    await refresh()
    await db.run(sql`UPDATE users SET is_sample = 0`)
    await save(db, { ...pounds, brand: 'Dock' })
    await refresh()
    expect(campus.brand).toBe('Dock')
    await save(db, { ...pounds, currency: builtInCampus.currency })
    await refresh()
    expect(campus.currency.code).toBe('GBP')
    expect(log.warn).toHaveBeenCalledWith(
      expect.stringContaining('currency: Must stay GBP, because there are listings.'),
    )
    await save(db, { ...pounds, timeZone: 'Europe/Paris' })
    await refresh()
    expect(campus.timeZone).toBe('Europe/London')
  })
})

it.each(engines)('whether there are listings on %s is read from the listings', async (engine) => {
  const db = await openTestDatabase(engine)
  const plan = await explain(db, hasListings)
  expect(plan).toContain('listings')
  expect(plan).not.toMatch(/SCAN users|Seq Scan on users/)
  expect(await hasListings(db)).toBe(false)
  const { id } = await insertTestUser(db)
  await insertTestListing(db, id)
  expect(await hasListings(db)).toBe(true)
})

describe.each(anyEngine)('CAMPUS_FILE on %s', (engine) => {
  it('wins over the database, and a changed file is read again', async () => {
    const db = await openTestDatabase(engine)
    await save(db, { brand: 'Dock' })
    const file = await openFile(withBrand('Harbour'))
    const { refresh } = await openCampusSource({ db, file, log })
    expect(campus.brand).toBe('Harbour')
    await writeFile(file, withBrand('Lighthouse'))
    await refresh()
    expect(campus.brand).toBe('Lighthouse')
  })

  it('leaves the campus as it is while the file is wrong or missing, and says why', async () => {
    const db = await openTestDatabase(engine)
    const onChange = vi.fn(async () => undefined)
    const file = await openFile(withBrand('Harbour'))
    const { refresh } = await openCampusSource({ db, file, log, onChange })
    await writeFile(file, withBrand(''))
    await refresh()
    expect(log.warn).toHaveBeenCalledWith(expect.stringContaining('brand: Fill this in'))
    await rm(file)
    await refresh()
    expect(log.warn).toHaveBeenCalledWith(expect.stringContaining('CAMPUS_FILE does not exist'))
    const { calls } = log.warn.mock
    const count = calls.length
    await refresh()
    expect(calls).toHaveLength(count)
    expect(campus.brand).toBe('Harbour')
    expect(onChange).not.toHaveBeenCalled()
    await writeFile(file, withBrand('Lighthouse'))
    await refresh()
    expect(onChange).toHaveBeenCalledOnce()
  })

  it('stops the start if it is wrong or missing', async () => {
    const db = await openTestDatabase(engine)
    const file = await openFile('{')
    await expect(openCampusSource({ db, file, log })).rejects.toThrow('It is not valid JSON')
    const missing = openCampusSource({ db, file: `${file}.old`, log })
    await expect(missing).rejects.toThrow(CampusError)
  })
})

it('a campus without a region has no rules, and no sentence about shared homes', () => {
  changeCampus({ region: 'CA-ON' })
  expect(sharedHomeLaw()).toMatchObject({
    sentence: expect.stringContaining('share a bathroom or kitchen with the owner'),
    source: { name: 'Human Rights Code, R.S.O. 1990, c. H.19' },
  })
  changeCampus({ region: null })
  expect(currentLawPack().nudgeRules).toEqual([])
  expect(sharedHomeLaw()).toBeUndefined()
})

it('pages do not say which domains are locked out', () => {
  changeCampus({ closedDomains: ['closed.example'] })
  expect(JSON.stringify(pageCampus(Date.now()))).not.toContain('closed.example')
  expect(isClosedToLogin('ada@closed.example')).toBe(true)
})

it('pages do not say who has checked the legal texts', () => {
  const check = { region: 'CA-ON', version: 1, by: 'Jo Lawyer', on: '2026-11-18' }
  changeCampus({ legalChecks: [check] })
  const { settings } = pageCampus(Date.now())
  expect(settings.legalChecks).toEqual([{ ...check, by: '' }])
})

describe('settings are refused', () => {
  const [university] = builtInCampus.universities
  const [winter, spring] = builtInCampus.terms

  it.each<[string, object, string]>([
    ['an unknown field', { colour: 'red' }, 'colour'],
    [
      'a check of legal texts on no day',
      { legalChecks: [{ region: 'CA-ON', version: 1, by: 'Jo', on: 'soon' }] },
      'legalChecks 1 on: Must be a day',
    ],
    [
      'two checks for one region',
      {
        legalChecks: ['Jo', 'Kim'].map((by) => ({
          ...{ region: 'CA-ON', version: 1, by, on: '2026-11-18' },
        })),
      },
      'legalChecks: Has an entry twice',
    ],
    ['no university', { universities: [] }, 'universities: Add at least one'],
    [
      'a domain that is none',
      { universities: [{ ...university, emailDomains: ['@uwaterloo.ca'] }] },
      'universities 1 emailDomains 1: Must be a domain',
    ],
    [
      'a domain of two universities',
      { universities: [university, { ...university, name: 'Another' }] },
      'universities: Two universities have the same email domain',
    ],
    [
      'a closed domain that is open',
      { closedDomains: ['wlu.ca'] },
      'closedDomains: Has a domain of a university',
    ],
    ['terms that overlap', { terms: [spring, winter] }, 'terms: Must be in calendar order'],
    [
      'a day that not every year has',
      { terms: [{ ...winter, lastDay: '02-29' }] },
      'terms 1 lastDay: Must be a month and a day',
    ],
    ['a term over New Year', { terms: [{ ...winter, firstDay: '10-01' }] }, 'terms 1 lastDay'],
    [
      'a short name of two universities',
      {
        universities: [
          university,
          { ...university, name: 'Another', shortName: 'WATERLOO', emailDomains: ['a.example'] },
        ],
      },
      'universities: Two universities have the same short name',
    ],
    [
      'a name that turns around what follows it',
      { brand: 'Qu\u202Ead' },
      'brand: Has a character that no page can show',
    ],
    ['a name that nobody can see', { brand: '\u200B\u2060' }, 'brand: Fill this in'],
    ['half a character', { brand: 'Qu\ud800ad' }, 'brand: Must be one line'],
    ...['IE', '__proto__', 'toString'].map((region): [string, object, string] => [
      `the region ${region}, which has no law pack`,
      { region },
      'region: Must be a region with a law pack (CA-ON), or null for none',
    ]),
    ['an unknown time zone', { timeZone: 'Toronto' }, 'timeZone: Must be a time zone'],
    ['a colour that is none', { accent: 'gold' }, 'accent: Must be a colour'],
    ['a line break', { brand: 'Qu\nad' }, 'brand: Must be one line'],
  ])('%s', (_name, changes, message) => {
    const text = JSON.stringify({ ...builtInCampus, ...changes })
    expect(() => parseCampus(text)).toThrow(message)
  })

  it('and the built-in ones are not', () => {
    expect(parseCampus(JSON.stringify(builtInCampus))).toEqual(builtInCampus)
  })
})
