import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { maxHandoverLength } from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import type { HandoverResponse } from '#contract/people.ts'
import { version } from '#contract/version.ts'
import { endOfCampusDay } from '#format/campus-date.ts'
import { changeCampus, stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { anyEngine, type Engine, engines } from '#tests/support/databases.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { findPlaceholders } from '../../campus/placeholders.ts'

stayOnBuiltInCampus()

async function openSite(engine: Engine, settings = {}) {
  const site = await openModerationSite(engine, settings)
  const read = async () => {
    const { status, body } = await site.eve.get(apiPaths.handover)
    expect(status).toBe(200)
    return body as unknown as HandoverResponse
  }
  const save = (text: string, basedOn: number, who = site.eve) =>
    who.put(apiPaths.handoverNotes, { text, basedOn })
  return { ...site, read, save }
}

describe.each(anyEngine)('the hand-over page on %s', (engine) => {
  it('says where the site runs, without a secret', async () => {
    const { read } = await openSite(engine, {
      SMTP_URL: 'smtp://postbox:pass-word@mail.campus.test:587',
      MAIL_FROM: 'quad@campus.test',
      VERIFY_EMAIL: 'off',
    })
    const { site } = await read()
    expect(site).toEqual({
      appUrl: 'http://localhost:3000',
      version,
      database: engine === 'sqlite' ? 'SQLite, in the data folder' : 'PostgreSQL',
      photos: 'The data folder',
      mail: 'mail.campus.test:587',
      lastBackupAt: null,
    })
  })

  it('lists roles, and what is due in the next 60 days', async () => {
    changeCampus({
      contactEmail: builtInCampus.contactEmail,
      postalAddress: null,
      founderQuote: 'Ours.',
      founders: [],
      terms: [
        { id: 'fall', name: 'Fall', firstDay: '09-01', lastDay: '12-31' },
        { id: 'winter', name: 'Winter', firstDay: '01-01', lastDay: '04-30' },
      ],
    })
    const { db, clock, config, ada, bob, sam, read } = await openSite(engine)
    await db.run(sql`UPDATE users SET role_ends_at = ${endOfCampusDay('2027-04-30')}`)
    await db.run(sql`
      UPDATE users SET role_ends_at = ${endOfCampusDay('2026-12-01')}, role_active_on = '2026-11-02'
      WHERE id = ${sam.id}`)
    await db.run(sql`
      UPDATE users SET held_at = 1, hold_review_at = ${endOfCampusDay('2027-01-10')}
      WHERE id = ${ada.id}`)
    await db.run(sql`
      UPDATE users SET delete_at = ${Date.UTC(2026, 10, 29, 12)} WHERE id = ${bob.id}`)
    const { roles, due } = await read()
    expect(roles.map(({ name, role, endsOn }) => [name, role, endsOn])).toEqual([
      ['Eve Lee', 'admin', '2027-04-30'],
      ['Mia Lee', 'moderator', '2027-04-30'],
      ['Sam Lee', 'moderator', '2026-12-01'],
    ])
    expect(roles.at(-1)?.activeOn).toBe('2026-11-02')
    const backup =
      engine === 'sqlite'
        ? 'There is no daily backup yet'
        : 'Check that PostgreSQL is backed up: the site does not do it'
    expect(due.map(({ on, text }) => [on, text])).toEqual([
      ...findPlaceholders(config).map((text) => [null, text]),
      [null, backup],
      ['2026-11-29', "Bob Lee's account will be deleted"],
      ['2026-12-01', "Last day of Sam Lee's role"],
      ['2026-12-31', 'The Fall term ends'],
      ['2027-01-10', 'Look again at the hold on Ada Lee'],
    ])
    changeCampus({ contactEmail: 'hello@campus.ca', postalAddress: '1 College Ave' })
    const lastBackup = { at: clock.now, bytes: 1, contents: 'database', place: 'the disk' }
    await db.run(sql`
      INSERT INTO site_state (name, value) VALUES ('last-backup', ${JSON.stringify(lastBackup)})`)
    const later = await read()
    expect(later.site.lastBackupAt).toBe(new Date(clock.now).toISOString())
    expect(later.due.filter(({ on }) => on === null).map(({ text }) => text)).toEqual(
      findPlaceholders(config),
    )
  })

  it('is for admins alone', async () => {
    const { ada, sam, save } = await openSite(engine)
    for (const who of [ada, sam]) {
      expect((await who.get(apiPaths.handover)).status).toBe(404)
      expect((await who.get(apiPaths.roles)).status).toBe(404)
      expect((await save('Mine', 0, who)).status).toBe(404)
    }
  })
})

describe.each(engines)('the notes for a hand-over on %s', (engine) => {
  it('are kept, and the second of two admins learns about the first', async () => {
    const { db, eve, addPerson, read, save } = await openSite(engine)
    const ann = await addPerson('Ann', 'admin')
    expect((await read()).notes).toEqual({
      text: '',
      version: 0,
      changedBy: null,
      changedAt: null,
    })
    const answers = await Promise.all([save('The host is H.', 0), save('The host is G.', 0, ann)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [saved] = answers[0].status === 200 ? ['The host is H.'] : ['The host is G.']
    const { notes } = await read()
    expect(notes).toMatchObject({ text: saved, version: 1 })
    expect(answers.find(({ status }) => status === 409)?.body.error).toMatch(
      /^(Eve|Ann) Lee saved other notes on /,
    )
    expect((await save('Both.\nIn two lines.', 1)).status).toBe(200)
    expect((await save('Both.\nIn two lines.', 2)).status).toBe(200)
    expect((await read()).notes).toMatchObject({ version: 2, changedBy: 'Eve Lee' })
    expect((await save('a'.repeat(maxHandoverLength + 1), 2)).status).toBe(400)
    const log = await db.all(sql`
      SELECT actor_id, student_id FROM moderation_log WHERE action = 'change_handover'
      ORDER BY id DESC LIMIT 1`)
    expect(log).toEqual([{ actor_id: eve.id, student_id: 0 }])
  })
})

it('names parts of the runbook that exist', async () => {
  const root = join(import.meta.dirname, '../../../..')
  const view = await readFile(join(root, 'src/web/moderation/people/handover-view.tsx'), 'utf8')
  const [, list = ''] = /runbookParts = \[(.*?)\] as const/s.exec(view) ?? []
  const parts = Array.from(list.matchAll(/\['([^']+)'/g), ([, title = '']) => title)
  expect(parts).toHaveLength(7)
  const runbook = await readFile(join(root, 'docs/operations/runbook.md'), 'utf8')
  for (const part of parts) expect(runbook).toContain(`\n## ${part}\n`)
})
