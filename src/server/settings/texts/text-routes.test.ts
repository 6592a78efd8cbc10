import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { setCampus } from '#campus/campus.ts'
import { apiPaths } from '#contract/paths.ts'
import type { TextName } from '#contract/site-text-rules.ts'
import type { EditedText, TextChangesResponse, TextsResponse } from '#contract/site-texts.ts'
import { keepCampusAfterTest } from '#tests/support/campus.ts'
import { anyEngine, type Engine, engines } from '#tests/support/databases.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { defaultTexts } from './default-texts.ts'

beforeEach(() => {
  keepCampusAfterTest()
  setCampus(builtInCampus)
})

type Site = Awaited<ReturnType<typeof openModerationSite>>
type Admin = Site['eve']

/** Opens the site without a campus file, whichever campus the tests run with. */
const openSite = (engine: Engine, settings: Record<string, string> = {}) =>
  openModerationSite(engine, { CAMPUS_FILE: '', ...settings })

const textIn = (body: unknown, name: TextName): EditedText | undefined =>
  (body as TextsResponse).texts.find((text) => text.name === name)

async function read(admin: Admin, name: TextName): Promise<EditedText> {
  const { status, body } = await admin.get(apiPaths.texts)
  expect(status).toBe(200)
  return textIn(body, name) as EditedText
}

async function save(admin: Admin, name: TextName, markdown: string | null, basedOn?: number) {
  const version = basedOn ?? (await read(admin, name)).version
  return admin.put(apiPaths.texts, { name, markdown, basedOn: version })
}

async function readAsVisitor({ app }: Site, name: TextName) {
  const { statusCode, body, headers } = await app.inject(apiPaths.text(name))
  expect(statusCode).toBe(200)
  return { text: JSON.parse(body), headers }
}

async function readChanges({ app }: Site, name: TextName): Promise<TextChangesResponse> {
  return (await app.inject(apiPaths.textChanges(name))).json()
}

describe.each(engines)('the texts on %s', (engine) => {
  it('are the defaults first, for readers and admins', async () => {
    const site = await openSite(engine)
    const { body } = await site.eve.get(apiPaths.texts)
    expect(body).toMatchObject({
      placeholders: { brand: 'Quad', contactEmail: 'hello@quad.example' },
      texts: [
        {
          name: 'rules',
          markdown: defaultTexts.rules,
          isDefault: true,
          isFromFile: false,
          version: 0,
          history: [],
        },
        { name: 'about' },
        { name: 'privacy', markdown: '' },
      ],
    })
    const { text } = await readAsVisitor(site, 'rules')
    expect(text).toMatchObject({
      updatedAt: null,
      parts: [
        {
          html: expect.stringContaining('Quad is a marketplace for students.'),
          cards: [{ title: "List what's yours", anchor: 'yours' }, {}, {}],
        },
        { title: "Report what's wrong", anchor: 'report' },
        {},
        {},
        { html: expect.stringContaining('href="mailto:hello@quad.example"') },
      ],
    })
    expect(await readChanges(site, 'rules')).toEqual({ versions: [] })
    expect((await readAsVisitor(site, 'privacy')).text.parts).toEqual([
      { anchor: null, title: null, html: '', cards: [] },
    ])
  })

  it('have versions that an admin hides from readers, and shows again', async () => {
    const site = await openSite(engine)
    const { eve, sam } = site
    for (const text of ['Be kind.', 'Call Ada: 555.', 'Call Ada: 555 or 556.', 'Be kind to all.']) {
      await save(eve, 'rules', text)
    }
    const { history } = await read(eve, 'rules')
    const [newest = 0, both = 0, one = 0] = history.map(({ id }) => id)
    const hide = (version: number, isHidden = true) =>
      eve.post(apiPaths.hideText, { name: 'rules', version, isHidden })
    expect((await hide(newest)).body).toMatchObject({
      error: 'Readers see this version on the page. Save another one first.',
    })
    const words = async () => JSON.stringify(await readChanges(site, 'rules'))
    expect(await words()).toContain('556')
    expect((await hide(both)).status).toBe(200)
    // The version before it still has a number.
    expect(await words()).toContain('555')
    expect(await words()).not.toContain('556')
    const hidden = await hide(one)
    expect(textIn(hidden.body, 'rules')?.history.map(({ isHidden }) => isHidden)).toEqual([
      false,
      true,
      true,
      false,
    ])
    const { versions } = await readChanges(site, 'rules')
    expect(versions).toMatchObject([
      {
        isHidden: false,
        changes: [
          {
            lines: [
              [
                { kind: 'same', text: 'Be kind' },
                { kind: 'added', text: ' to all' },
                { kind: 'same', text: '.' },
              ],
            ],
          },
        ],
      },
      { isHidden: true, changes: [] },
      { isHidden: true, changes: [] },
      { isHidden: false },
    ])
    expect(await words()).not.toMatch(/55|Ada/)
    // What is the same as before the hidden versions differs only in hidden words.
    await save(eve, 'rules', 'Call Ada: 555.')
    await save(eve, 'rules', 'Be kind to all.')
    const [, again = 0] = (await read(eve, 'rules')).history.map(({ id }) => id)
    await hide(again)
    expect((await readChanges(site, 'rules')).versions[0]).toMatchObject({
      isHidden: true,
      changes: [],
    })
    await hide(again)
    await hide(both, false)
    expect(await words()).toContain('556')
    const log = await sam.get(apiPaths.moderationLog())
    const note = 'text of Rules, version of Nov 15, 7:00 am'
    expect(log.body).toMatchObject({
      entries: [
        { note: `${note} shown to readers again` },
        { note: `${note} hidden from readers` },
        { note: 'text of Rules' },
        { note: 'text of Rules' },
        { note: `${note} hidden from readers` },
        { note: `${note} hidden from readers` },
        ...Array.from({ length: 4 }, () => ({ note: 'text of Rules' })),
      ],
    })
  })

  it('are saved, shown at once, logged, compared, restored and reset', async () => {
    const site = await openSite(engine)
    const { eve, sam, clock } = site
    await readAsVisitor(site, 'rules')
    const first = await save(eve, 'rules', 'Be kind.\r\n')
    expect(first.status).toBe(200)
    const firstText = textIn(first.body, 'rules')
    expect(firstText).toMatchObject({
      markdown: 'Be kind.',
      isDefault: false,
      history: [
        {
          id: firstText?.version,
          changedAt: '2026-11-15T12:00:00.000Z',
          changedBy: { id: eve.id, name: 'Eve Lee' },
          isDefault: false,
        },
      ],
    })
    expect((await readAsVisitor(site, 'rules')).text).toMatchObject({
      updatedAt: '2026-11-15T12:00:00.000Z',
      parts: [{ html: '<p>Be kind.</p>\n' }],
    })
    const log = await sam.get(apiPaths.moderationLog())
    expect(log.body).toMatchObject({
      entries: [{ action: 'change_settings', note: 'text of Rules', canUndo: false }],
    })

    clock.now += 60_000
    await save(eve, 'rules', 'Be very kind.')
    const changes = await readChanges(site, 'rules')
    expect(changes.versions).toMatchObject([
      {
        changedAt: '2026-11-15T12:01:00.000Z',
        isDefault: false,
        changes: [
          {
            heading: null,
            lines: [
              [
                { kind: 'same', text: 'Be ' },
                { kind: 'added', text: 'very ' },
                { kind: 'same', text: 'kind.' },
              ],
            ],
          },
        ],
      },
      { changes: [{ heading: null }] },
    ])
    expect(JSON.stringify(changes)).not.toContain('Eve Lee')

    const { version } = await read(eve, 'rules')
    const restore = { name: 'rules', version: firstText?.version, basedOn: version }
    const restored = await eve.post(apiPaths.restoreText, restore)
    expect(textIn(restored.body, 'rules')).toMatchObject({ markdown: 'Be kind.' })
    const again = await eve.post(apiPaths.restoreText, { ...restore, version: 0 })
    expect([again.status, again.body.error]).toEqual([
      409,
      'You saved another version on Nov 15, 7:01 am. Your text is still here. “What changed” below shows the other version. Save again when yours is right.',
    ])
    const reset = await save(eve, 'rules', null)
    expect(textIn(reset.body, 'rules')).toMatchObject({
      markdown: defaultTexts.rules,
      isDefault: true,
      history: [{ isDefault: true }, {}, {}, {}],
    })
    expect((await readChanges(site, 'rules')).versions[0]).toMatchObject({ isDefault: true })
    // The other texts have versions of their own.
    expect(await read(eve, 'about')).toMatchObject({ version: 0, history: [] })
  })

  it('are refused if somebody else has saved meanwhile, also at the same moment', async () => {
    const site = await openSite(engine)
    const amy = await site.addPerson('Amy', 'admin')
    const answers = await Promise.all([
      save(site.eve, 'about', 'Harbour.', 0),
      save(amy, 'about', 'Dock.', 0),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await read(amy, 'about')).history).toHaveLength(1)
    // Another text has another version.
    expect((await save(amy, 'privacy', 'We keep keys.', 0)).status).toBe(200)
  })
})

describe.each(anyEngine)('texts on %s', (engine) => {
  it('follow the names of the campus, also after they were saved', async () => {
    const site = await openSite(engine)
    await save(site.eve, 'about', 'Welcome to {brand}.')
    const { settings, version } = (await site.eve.get(apiPaths.settings)).body as unknown as {
      settings: object
      version: number
    }
    const body = { settings: { ...settings, brand: 'Harbour' }, basedOn: version }
    expect((await site.eve.put(apiPaths.settings, body)).status).toBe(200)
    expect((await readAsVisitor(site, 'about')).text.parts[0].html).toContain('Welcome to Harbour.')
  })

  it('are refused with a sentence if they are empty, too long or unprintable', async () => {
    const { eve, db } = await openSite(engine)
    for (const [markdown, message] of [
      [' \n', 'Write something, or reset the text to its default.'],
      ['x'.repeat(20_001), 'Must be at most 20,000 characters'],
      ['a\u0007', 'Has a character that no page can show'],
    ] as const) {
      const { status, body } = await save(eve, 'rules', markdown, 0)
      expect([status, body.fields?.markdown]).toEqual([400, message])
    }
    expect((await save(eve, 'terms' as TextName, 'x', 0)).status).toBe(400)
    expect((await eve.put(apiPaths.texts, {})).status).toBe(400)
    const unknown = { name: 'rules', version: 99, basedOn: 0 }
    expect((await eve.post(apiPaths.restoreText, unknown)).status).toBe(404)
    const hidden = { name: 'rules', version: 99, isHidden: true }
    expect((await eve.post(apiPaths.hideText, hidden)).status).toBe(404)
    expect(await db.all(sql`SELECT id FROM site_texts`)).toEqual([])
  })

  it('that are the default or in use already are no new version', async () => {
    const { eve } = await openSite(engine)
    expect((await save(eve, 'rules', `${defaultTexts.rules}\n`)).status).toBe(200)
    expect((await save(eve, 'privacy', '')).status).toBe(200)
    await save(eve, 'rules', 'Be kind.')
    expect((await save(eve, 'rules', 'Be kind.', 0)).status).toBe(200)
    expect((await read(eve, 'rules')).history).toHaveLength(1)
    expect((await read(eve, 'privacy')).history).toEqual([])
  })

  it('need a fresh second factor and an admin', async () => {
    const { eve, sam, db, clock } = await openSite(engine)
    await db.run(sql`INSERT INTO authenticators (user_id, secret) VALUES (${eve.id}, 'x')`)
    clock.now += 11 * 60_000
    expect((await save(eve, 'rules', 'Be kind.', 0)).body.code).toBe('reauthenticate')
    const restore = { name: 'rules', version: 0, basedOn: 0 }
    expect((await eve.post(apiPaths.restoreText, restore)).body.code).toBe('reauthenticate')
    const hide = { name: 'rules', version: 1, isHidden: true }
    expect((await eve.post(apiPaths.hideText, hide)).body.code).toBe('reauthenticate')
    expect((await sam.get(apiPaths.texts)).status).toBe(404)
    const preview = { name: 'rules', markdown: 'x' }
    expect((await sam.post(apiPaths.previewText, preview)).status).toBe(404)
  })

  it('are previewed without being saved', async () => {
    const { eve, db } = await openSite(engine)
    const { status, body } = await eve.post(apiPaths.previewText, {
      name: 'privacy',
      markdown: '## Keys\n\nWe keep <b>keys</b>.',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      parts: [
        { title: null },
        { title: 'Keys', html: '<p>We keep &lt;b&gt;keys&lt;/b&gt;.</p>\n' },
      ],
      changes: [{ lines: [[{ kind: 'added', text: 'Keys' }], [{ kind: 'added' }]] }],
    })
    expect(await db.all(sql`SELECT id FROM site_texts`)).toEqual([])
  })

  it('of CAMPUS_FILE win, and the others can still be edited', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'campus.json')
    await writeFile(file, JSON.stringify({ ...builtInCampus, texts: { rules: 'From *{brand}*.' } }))
    const site = await openSite(engine, { CAMPUS_FILE: file })
    await site.db.run(sql`
      INSERT INTO site_texts (name, markdown, changed_at) VALUES ('rules', 'Old.', 1)`)
    expect((await readAsVisitor(site, 'rules')).text).toEqual({
      updatedAt: null,
      parts: [{ anchor: null, title: null, html: '<p>From <em>Quad</em>.</p>\n', cards: [] }],
    })
    expect(await readChanges(site, 'rules')).toEqual({ versions: [] })
    expect(await read(site.eve, 'rules')).toMatchObject({ isFromFile: true, history: [] })
    expect((await save(site.eve, 'rules', 'Be kind.')).body).toMatchObject({
      code: 'conflict',
      error: 'This text comes from CAMPUS_FILE. Change it there.',
    })
    expect((await save(site.eve, 'about', 'Hello.')).status).toBe(200)
    expect((await readAsVisitor(site, 'about')).text.parts[0].html).toBe('<p>Hello.</p>\n')
  })

  it('keep their ETag until they change', async () => {
    const site = await openSite(engine)
    const { headers } = await readAsVisitor(site, 'about')
    expect((await readAsVisitor(site, 'about')).headers.etag).toBe(headers.etag)
    await save(site.eve, 'about', 'Hello.')
    expect((await readAsVisitor(site, 'about')).headers.etag).not.toBe(headers.etag)
  })
})
