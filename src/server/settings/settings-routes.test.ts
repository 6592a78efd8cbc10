import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { campus, setCampus } from '#campus/campus.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'
import { pageCampus } from '#campus/page-campus.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SettingsResponse } from '#contract/settings.ts'
import { keepCampusAfterTest } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine, engines } from '#tests/support/databases.ts'
import { holdTransaction } from '#tests/support/hold-transaction.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { createFileForm, encodeForm } from '#tests/support/photo-app.ts'
import { fourColorImage, largestLogo, pngBomb } from '#tests/support/photo-files.ts'
import { findTextHistory } from '../campus/site-texts.ts'
import {
  findCampusHistory,
  insertCampus,
  lockCampusSettings,
  parseCampus,
} from '../campus/stored-campus.ts'
import { lockKey } from '../database/sql-fragments.ts'
import { createRateLimiter } from '../limits/rate-limit.ts'
import { logoUploads } from './logo-upload.ts'
import { importSettings } from './save-settings.ts'
import { defaultTexts } from './texts/default-texts.ts'
import { importTexts } from './texts/save-text.ts'

beforeEach(() => {
  keepCampusAfterTest()
  setCampus(builtInCampus)
})

type Site = Awaited<ReturnType<typeof openModerationSite>>
type Admin = Site['eve']

/** Opens the site without a campus file, whichever campus the tests run with. */
const openSite = (engine: Engine, settings: Record<string, string> = {}) =>
  openModerationSite(engine, { CAMPUS_FILE: '', ...settings })

async function read(admin: Admin): Promise<SettingsResponse> {
  const { status, body } = await admin.get(apiPaths.settings)
  expect(status).toBe(200)
  return body as unknown as SettingsResponse
}

interface SaveOptions {
  basedOn?: number
  confirmedDomains?: string[]
}

async function save(admin: Admin, changes: Partial<CampusSettings>, options: SaveOptions = {}) {
  const { settings, version } = await read(admin)
  return admin.put(apiPaths.settings, {
    settings: { ...settings, ...changes },
    basedOn: version,
    ...options,
  })
}

const undo = (admin: Admin, version: number, confirmedDomains: string[] = []) =>
  admin.post(apiPaths.undoSettings, { version, confirmedDomains })

const [waterloo, laurier] = builtInCampus.universities as [
  CampusSettings['universities'][number],
  CampusSettings['universities'][number],
]
const [winter, spring, fall] = builtInCampus.terms as [
  CampusSettings['terms'][number],
  CampusSettings['terms'][number],
  CampusSettings['terms'][number],
]
const withoutWlu = { universities: [waterloo, { ...laurier, emailDomains: ['mylaurier.ca'] }] }
const earlierTerm = { terms: [{ ...winter, lastDay: '04-20' }, spring, fall] }

describe.each(engines)('the settings on %s', (engine) => {
  it('are those of the built-in campus first, with what an admin needs to know', async () => {
    const { eve, addPerson } = await openSite(engine)
    await addPerson('Kim', 'student', 'kim@wlu.ca')
    expect(await read(eve)).toEqual({
      settings: builtInCampus,
      source: 'built-in',
      file: null,
      version: 0,
      previous: null,
      defaults: builtInCampus,
      hasListings: true,
      students: [
        { domain: 'uwaterloo.ca', count: 5 },
        { domain: 'wlu.ca', count: 1 },
      ],
      lawPacks: [
        {
          region: 'CA-ON',
          name: 'Ontario, Canada',
          nudges: expect.any(Number),
          warnings: expect.any(Number),
        },
      ],
      history: [],
    })
  })

  it('are saved, used at once, logged, and brought back by an undo, which is a version too', async () => {
    const { eve, sam } = await openSite(engine)
    const { status, body } = await save(eve, { brand: 'Harbour', ...earlierTerm })
    expect(status).toBe(200)
    expect(campus.brand).toBe('Harbour')
    const saved = body as unknown as SettingsResponse
    expect(saved).toMatchObject({
      source: 'database',
      settings: { brand: 'Harbour' },
      previous: builtInCampus,
      history: [
        {
          id: saved.version,
          changedAt: '2026-11-15T12:00:00.000Z',
          changedBy: { id: eve.id, name: 'Eve Lee' },
          changes: ['Name: Harbour, was Quad', 'Terms: Winter ends Apr 20, was Apr 30'],
        },
      ],
    })
    const log = await sam.get(apiPaths.moderationLog())
    expect(log.body).toMatchObject({
      entries: [
        {
          action: 'change_settings',
          actor: { name: 'Eve Lee' },
          student: null,
          note: 'name, terms',
          canUndo: false,
        },
      ],
    })

    const undone = await undo(eve, saved.version)
    expect(undone.body).toMatchObject({
      settings: builtInCampus,
      previous: { brand: 'Harbour' },
      history: [
        { changes: expect.arrayContaining(['Name: Quad, was Harbour']) },
        { id: saved.version },
      ],
    })
    expect(campus.brand).toBe('Quad')
    const again = await undo(eve, saved.version)
    expect([again.status, again.body.error]).toEqual([
      409,
      'You saved other settings on Nov 15, 7:00 am. Check your changes against them and save again.',
    ])
    const { version } = await read(eve)
    expect((await undo(eve, version)).body).toMatchObject({ settings: { brand: 'Harbour' } })
  })

  it('are refused if somebody else has saved meanwhile, also at the same moment', async () => {
    const { eve, addPerson } = await openSite(engine)
    const amy = await addPerson('Amy', 'admin')
    const answers = await Promise.all([
      save(eve, { brand: 'Harbour' }, { basedOn: 0 }),
      save(amy, { brand: 'Dock' }, { basedOn: 0 }),
    ])
    const [winner, loser] = answers[0].status === 200 ? ['Eve', 'Dock'] : ['Amy', 'Harbour']
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error).toContain(
      `${winner} Lee saved other settings on Nov 15`,
    )
    expect(campus.brand).not.toBe(loser)
    expect((await read(eve)).history).toHaveLength(1)
  })

  it('are those that an operator imports last, with the texts, and both are logged', async () => {
    const { db, sam } = await openSite(engine)
    const saving = await holdTransaction(db, async (tx) => {
      await lockCampusSettings(tx)
      await lockKey(tx, 'site texts')
    })
    const importing = db.transaction(async (tx) => {
      await importSettings(tx, { ...builtInCampus, brand: 'Dock' }, 2)
      await importTexts(tx, { rules: 'Be kind.', about: defaultTexts.about }, 2)
    })
    await saving.waits(1)
    saving.release()
    await importing
    const [newest] = await findCampusHistory(db, 1)
    expect(parseCampus(newest?.text ?? '').brand).toBe('Dock')
    expect(await findTextHistory(db, 'rules', 9)).toMatchObject([{ markdown: 'Be kind.' }])
    // A text that is the same as the default follows it to the next release.
    expect(await findTextHistory(db, 'about', 9)).toEqual([])
    await db.transaction((tx) => importTexts(tx, { rules: defaultTexts.rules }, 3))
    expect(await findTextHistory(db, 'rules', 1)).toMatchObject([{ markdown: null }])
    const { body } = await sam.get(apiPaths.moderationLog())
    const note = { action: 'change_settings', actor: null }
    expect(body).toMatchObject({
      entries: [
        { ...note, note: 'text of Rules' },
        { ...note, note: 'text of Rules' },
        { ...note, note: 'name' },
      ],
    })
  })

  it('tell how many students a removed domain has, and lock out only those whom the admin chooses', async () => {
    const { eve, db, addPerson } = await openSite(engine)
    const kim = await addPerson('Kim', 'student', 'kim@wlu.ca')
    await addPerson('Lou', 'student', 'lou@wlu.ca')
    const refused = await save(eve, withoutWlu)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      error: '2 students have @wlu.ca. Choose whether they can still log in.',
      fields: { 'wlu.ca': '2 students have' },
    })
    const locksOut = { ...withoutWlu, closedDomains: ['wlu.ca'] }
    expect((await save(eve, locksOut)).status).toBe(409)
    expect((await read(eve)).history).toEqual([])

    const confirmed = { confirmedDomains: ['wlu.ca'] }
    expect((await save(eve, withoutWlu, confirmed)).status).toBe(200)
    expect((await kim.get(apiPaths.account)).status).toBe(200)
    expect((await save(eve, locksOut)).status).toBe(409)
    const locked = await save(eve, locksOut, confirmed)
    expect(locked.status).toBe(200)
    expect((await kim.get(apiPaths.account)).status).toBe(401)
    const undone = await undo(eve, (locked.body as unknown as SettingsResponse).version)
    expect(undone.status).toBe(200)
    expect((await kim.get(apiPaths.account)).status).toBe(200)
    // Nobody has this domain, so there is nothing to ask.
    await db.run(sql`DELETE FROM users WHERE email LIKE '%@wlu.ca'`)
    expect((await save(eve, { closedDomains: ['wlu.ca'] })).status).toBe(200)
  })

  it('count students in slices of ids', async () => {
    const { eve, db } = await openSite(engine)
    await db.run(sql`
      INSERT INTO users (id, first_name, last_name, email, password_hash, created_at)
      ${db.dialect === 'postgres' ? sql`OVERRIDING SYSTEM VALUE` : sql``}
      VALUES (2000, 'A', 'B', 'a@wlu.ca', '', 0), (4001, 'A', 'B', 'b@wlu.ca', '', 0)`)
    expect((await read(eve)).students).toContainEqual({ domain: 'wlu.ca', count: 2 })
  })
})

describe.each(anyEngine)('a change of the settings on %s', (engine) => {
  it('is mailed to all admins and the former contact, if it is about domains or the contact', async () => {
    const { eve, dataDir, addPerson } = await openSite(engine)
    await addPerson('Amy', 'admin')
    const { contactEmail } = builtInCampus
    const told = [at('amy'), contactEmail, at('eve')].toSorted()
    const readNew = async (count: number) => {
      await expect.poll(async () => (await readOutbox(dataDir)).length).toBe(count)
      return (await readOutbox(dataDir)).slice(-told.length)
    }
    // Nobody is told about the name.
    await save(eve, { brand: 'Harbour' })
    await save(eve, { contactEmail: 'help@harbour.example' })
    const first = await readNew(3)
    expect(first.map(({ to }) => to).toSorted()).toEqual(told)
    const text = (mail: (typeof first)[number] | undefined) => mail?.text.replaceAll(/\s+/g, ' ')
    expect(first[0]?.subject).toBe('Important settings of Harbour have changed')
    expect(text(first[0])).toContain(
      `The contact email is help@harbour.example now. It was ${contactEmail}.`,
    )
    await save(
      eve,
      {
        universities: [{ ...waterloo, emailDomains: [...waterloo.emailDomains, 'new.example'] }],
        closedDomains: ['wlu.ca'],
      },
      { confirmedDomains: ['wlu.ca'] },
    )
    const second = await readNew(6)
    expect(second.map(({ to }) => to)).toContain('help@harbour.example')
    expect(text(second[0])).toContain(
      'Students with @wlu.ca can no longer log in. Nobody new can sign up with @mylaurier.ca. Its students can still log in. Everybody with @new.example can sign up and log in now.',
    )
  })
})

describe.each(anyEngine)('the look on %s', (engine) => {
  async function openLookSite(settings: Record<string, string> = {}) {
    const site = await openSite(engine, settings)
    const upload = async (bytes: Buffer, cookie = site.eve.cookie) => {
      const form = createFileForm('image', bytes, 'logo.png', 'image/png')
      const { headers, payload } = await encodeForm(form)
      const response = await site.app.inject({
        method: 'POST',
        url: apiPaths.logo,
        headers: { ...headers, cookie },
        payload,
      })
      return { status: response.statusCode, body: response.json<{ logo: string; error: string }>() }
    }
    return { ...site, upload }
  }

  it('has a logo that is uploaded, previewed and saved, while only its address leaves', async () => {
    const { eve, sam, ada, db, upload } = await openLookSite()
    const { status, body } = await upload(await fourColorImage(1024, 256).png().toBuffer())
    expect(status).toBe(200)
    expect(body.logo).toMatch(/^data:image\/webp;base64,/)
    expect(campus.logo, 'nothing is saved yet').toBeNull()

    const saved = await save(eve, { logo: body.logo, accent: '#FFE600' })
    expect(saved.status).toBe(200)
    expect(campus.logo).toMatch(/^\/brand\/[0-9a-f]{16}\/logo-512x128\.webp$/)
    const read1 = await read(eve)
    expect(read1.settings.logo).toBe(campus.logo)
    expect(read1.history[0]?.changes).toEqual(['Accent colour: #FFE600, was none', 'Logo: added'])
    expect(JSON.stringify(read1)).not.toContain('base64')
    const log = await sam.get(apiPaths.moderationLog())
    expect(JSON.stringify(log.body)).toContain('accent colour, logo')
    expect(JSON.stringify(log.body)).not.toContain('base64')
    expect(JSON.stringify(pageCampus(0))).not.toContain('base64')
    const [stored] = await findCampusHistory(db, 1)
    expect(JSON.parse(stored?.text ?? '').logo).toBe(body.logo)

    // The page sends the address back, which keeps the picture.
    expect((await save(eve, { brand: 'Harbour' })).status).toBe(200)
    expect(campus.logo).toBe(read1.settings.logo)
    const [newer] = await findCampusHistory(db, 1)
    expect(JSON.parse(newer?.text ?? '')).toMatchObject({ brand: 'Harbour', logo: body.logo })
    expect((await save(eve, { logo: null })).status).toBe(200)
    expect(campus.logo).toBeNull()
    const { version, history, previous } = await read(eve)
    expect(history[0]?.changes).toEqual(['Logo: removed'])
    expect(previous?.logo).toBe(read1.settings.logo)
    expect((await undo(eve, version)).status).toBe(200)
    expect(campus.logo).toBe(read1.settings.logo)
    const { status: forbidden } = await upload(Buffer.from('x'), ada.cookie)
    expect(forbidden).toBe(404)
  })

  it('can have the largest logo that is permitted', async () => {
    const { eve } = await openLookSite()
    expect((await save(eve, { logo: await largestLogo() })).status).toBe(200)
    expect(campus.logo).toMatch(/logo-512x128\.webp$/)
  })

  it('refuses files and data that are no picture, and addresses of other logos', async () => {
    const { eve, db, clock, upload } = await openLookSite()
    expect(await upload(Buffer.from('<svg xmlns="x"/>'))).toMatchObject({
      status: 415,
      body: { error: expect.stringContaining('SVG') },
    })
    expect(await upload(pngBomb(14_000, 14_000))).toMatchObject({ status: 413 })
    const fake = `data:image/png;base64,${Buffer.from('<script>').toString('base64')}`
    const refused = await save(eve, { logo: fake })
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { logo: expect.stringContaining("can't read this file") } },
    })
    const other = await save(eve, { logo: '/brand/0123456789abcdef/logo-1x1.webp' })
    expect(other.body.fields).toEqual({ logo: 'Choose the file of the logo again.' })
    const outside = await save(eve, { logo: 'https://evil.example/logo.png' })
    expect(Object.keys(outside.body.fields ?? {})).toEqual(['logo'])
    expect(campus.logo).toBeNull()
    // Neither too many pictures nor an old second factor reach the decoder.
    const limiter = createRateLimiter({ enabled: true, now: () => clock.now })
    for (let taken = 0; taken < 57; taken++) await limiter.take(db, logoUploads, at('eve'))
    expect((await save(eve, { logo: fake })).status).toBe(429)
    await db.run(sql`INSERT INTO authenticators (user_id, secret) VALUES (${eve.id}, 'x')`)
    clock.now += 11 * 60_000
    expect((await save(eve, { logo: fake })).body.code).toBe('reauthenticate')
  })

  it('of a file is encoded again, or refused with a sentence', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'campus.json')
    const png = await fourColorImage(600, 300).png().toBuffer()
    const write = (bytes: Buffer) => {
      const logo = `data:image/png;base64,${bytes.toString('base64')}`
      return writeFile(file, JSON.stringify({ ...builtInCampus, logo }))
    }
    await write(png)
    const { eve, app } = await openLookSite({ CAMPUS_FILE: file })
    expect(campus.logo).toMatch(/logo-512x256\.webp$/)
    expect((await read(eve)).settings.logo).toBe(campus.logo)
    expect((await save(eve, {})).status).toBe(200)
    const served = await app.inject(campus.logo ?? '')
    expect(served.rawPayload.toString('latin1', 8, 12)).toBe('WEBP')
    await write(Buffer.from('no picture at all'))
    await expect(openSite(engine, { CAMPUS_FILE: file })).rejects.toThrow(
      "logo: We can't read this file.",
    )
  })

  it('is in the page for downtime at the start and after each change', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const DOWN_PAGE = join(folder, 'down.html')
    const { eve } = await openLookSite({ DOWN_PAGE })
    expect(await readFile(DOWN_PAGE, 'utf8')).toContain('Quad is busy right now.')
    await save(eve, { brand: 'Harbour' })
    expect(await readFile(DOWN_PAGE, 'utf8')).toContain('Harbour is busy right now.')
  })
})

describe.each(anyEngine)('settings are refused on %s', (engine) => {
  it('with the path of each wrong value and a sentence', async () => {
    const { eve } = await openSite(engine)
    const { status, body } = await save(eve, {
      brand: '',
      terms: [winter, { ...spring, lastDay: '04-01' }],
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: 'Please check brand: Fill this in',
      fields: {
        brand: 'Fill this in',
        'terms.1.lastDay': 'Must be after the first day, in the same year',
      },
    })
    const unknown = await save(eve, { colour: 'red' } as object)
    expect([unknown.status, Object.keys(unknown.body.fields ?? {})]).toEqual([400, ['settings']])
    expect((await eve.put(apiPaths.settings, {})).status).toBe(400)
    expect((await eve.post(apiPaths.undoSettings, {})).status).toBe(400)
  })

  it('if they change the currency or the time zone while there are listings', async () => {
    const { eve, db } = await openSite(engine)
    const pounds = { currency: { code: 'GBP', symbol: '£' } }
    expect((await save(eve, pounds)).body).toMatchObject({
      code: 'bad_request',
      fields: { currency: 'Must stay CAD, because there are listings.' },
    })
    expect((await save(eve, { timeZone: 'Europe/London' })).body.fields).toHaveProperty('timeZone')
    await db.run(sql`DELETE FROM listings`)
    expect((await save(eve, pounds)).status).toBe(200)
    expect(await read(eve)).toMatchObject({ hasListings: false })
  })

  it('if they lock out the domain of the admin, whatever is confirmed', async () => {
    const { eve } = await openSite(engine)
    const refused = await save(
      eve,
      { universities: [laurier], closedDomains: ['uwaterloo.ca'] },
      { confirmedDomains: ['uwaterloo.ca'] },
    )
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { closedDomains: "You can't lock out @uwaterloo.ca, because your own email has it." },
    ])
  })

  it('if they lock out other moderators and admins, but not once those have no role', async () => {
    const { eve, db, addPerson } = await openSite(engine)
    const amy = await addPerson('Amy', 'admin', 'amy@wlu.ca')
    await addPerson('Kim', 'moderator', 'kim@wlu.ca')
    const locksOut = { ...withoutWlu, closedDomains: ['wlu.ca'] }
    const confirmed = { confirmedDomains: ['wlu.ca'] }
    const refused = await save(eve, locksOut, confirmed)
    const message = (who: string) =>
      `You can't lock out @wlu.ca, because ${who} it. Take their roles away first.`
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { closedDomains: message('2 other moderators and admins have') },
    ])
    await db.run(sql`UPDATE users SET role = 'student' WHERE id = ${amy.id}`)
    const one = await save(eve, locksOut, confirmed)
    expect(one.body.error).toBe(message('1 other moderator or admin has'))
    // A domain that is only removed ends no login.
    expect((await save(eve, withoutWlu, confirmed)).status).toBe(200)
    await db.run(sql`UPDATE users SET role = 'student' WHERE email LIKE '%@wlu.ca'`)
    expect((await save(eve, locksOut, confirmed)).status).toBe(200)
    expect((await save(eve, { closedDomains: [] }, confirmed)).status).toBe(200)
    // An undo would close it again.
    await db.run(sql`UPDATE users SET role = 'admin' WHERE id = ${amy.id}`)
    const { version } = await read(eve)
    expect((await undo(eve, version, ['wlu.ca'])).status).toBe(400)
  })

  it('if CAMPUS_FILE wins, which the response names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'campus.json')
    await writeFile(file, JSON.stringify({ ...builtInCampus, brand: 'Lighthouse' }))
    const { eve, db } = await openSite(engine, { CAMPUS_FILE: file })
    await insertCampus(db, builtInCampus, { changedBy: null, now: 1 })
    expect(await read(eve)).toMatchObject({
      source: 'file',
      file,
      settings: { brand: 'Lighthouse' },
      history: [],
    })
    const error = `The settings come from the file ${file}. Change them there.`
    expect((await save(eve, { brand: 'Dock' })).body).toMatchObject({ code: 'conflict', error })
    expect((await undo(eve, 1)).body).toMatchObject({ code: 'conflict', error })
  })

  it('without a fresh second factor, and by moderators', async () => {
    const { eve, sam, db, clock } = await openSite(engine)
    expect((await save(eve, {})).status).toBe(200)
    await db.run(sql`
      INSERT INTO authenticators (user_id, secret) VALUES (${eve.id}, 'x')`)
    clock.now += 11 * 60_000
    const { body } = await eve.put(apiPaths.settings, { settings: builtInCampus, basedOn: 0 })
    expect(body.code).toBe('reauthenticate')
    expect((await undo(eve, 1)).body.code).toBe('reauthenticate')
    expect((await sam.get(apiPaths.settings)).status).toBe(404)
  })

  it('but not if nothing differs, which is no new version; an operator’s import has no name', async () => {
    const { eve, db } = await openSite(engine)
    await insertCampus(db, { ...builtInCampus, brand: 'Dock' }, { changedBy: null, now: 1 })
    expect((await save(eve, {}, { basedOn: 0 })).status).toBe(200)
    expect((await read(eve)).history).toMatchObject([
      { changedBy: null, changes: ['Name: Dock, was Quad'] },
    ])
    // A later release may know fewer settings.
    await db.run(sql`UPDATE campus_settings SET settings = '{"colour":"red"}'`)
    await insertCampus(db, builtInCampus, { changedBy: 999, now: 2 })
    const { history, previous, version } = await read(eve)
    expect(previous).toBeNull()
    expect(history).toMatchObject([
      { changedBy: { name: 'Deleted student' }, changes: [] },
      { changes: [] },
    ])
    expect((await undo(eve, version)).body.error).toContain('not valid in this release')
  })
})

describe.each(anyEngine)('a test email on %s', (engine) => {
  it('goes to the admin who asks for it, ten times an hour', async () => {
    const { eve, dataDir } = await openSite(engine)
    const send = () => eve.post(apiPaths.testMail)
    // The outbox is not a mailbox.
    expect((await send()).body).toEqual({ problem: expect.stringContaining('No email was sent') })
    const [mail] = await readOutbox(dataDir)
    const { body: me } = await eve.get(apiPaths.me)
    expect(mail).toMatchObject({
      to: (me as { email?: string }).email,
      subject: 'Test email from Quad',
    })
    for (let count = 1; count < 10; count++) expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(429)
  })
})
