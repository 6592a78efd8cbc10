import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { anyEngine } from '#tests/support/databases.ts'
import {
  morning,
  noon,
  openSavedMailSite,
  type SavedMailSite,
} from '#tests/support/saved-mail-site.ts'
import { hourMs, minuteMs } from '../../durations.ts'

const quarterMs = 15 * minuteMs

/** The reasons for which a student gets no email about a search, and the log entry for an email that was already written. */
const reasons: [
  reason: string,
  happen: (site: SavedMailSite, searchId: number) => unknown,
  skipped?: string,
][] = [
  [
    'wants no mail about it',
    ({ change, ada }) => change(ada.id, sql`mail_saved = 0`),
    'no longer due',
  ],
  [
    'has an address that bounced',
    ({ change, ada }) => change(ada.id, sql`bounced_at = 1`),
    'bounced',
  ],
  ['is banned', ({ change, ada }) => change(ada.id, sql`banned_at = 1`), 'no longer due'],
  [
    'has to confirm the address',
    ({ change, ada }) => change(ada.id, sql`must_confirm = 1`),
    'no longer due',
  ],
  ['is a sample', ({ change, ada }) => change(ada.id, sql`is_sample = 1`), 'no longer due'],
  ['has turned it off', ({ setFrequency }, id) => setFrequency(id, 'off'), 'no longer due'],
  ['has deleted it', ({ db }) => db.run(sql`DELETE FROM saved_searches`), 'no longer due'],
  ['has deleted the account', ({ db, ada }) => db.run(sql`DELETE FROM users WHERE id = ${ada.id}`)],
]

describe.each(anyEngine)('mails about saved searches on %s', (engine) => {
  it.each(reasons)('do not come to a student who %s, nor later', async (_, happen) => {
    const site = await openSavedMailSite(engine)
    const { save, post, run, change, ada } = site
    const id = await save('', 'soon')
    await happen(site, id)
    await post()
    expect(await run(noon + quarterMs)).toBe(0)
    const undo = sql`mail_saved = 1, bounced_at = NULL, banned_at = NULL, must_confirm = 0, is_sample = 0`
    await change(ada.id, undo)
    expect(await run(morning)).toBe(0)
    expect(await site.findQueued()).toEqual([])
    expect(site.logged).toEqual([])
  })

  it.each(reasons)(
    'are not sent to one who %s while the mail server is down',
    async (_, happen, skipped) => {
      const site = await openSavedMailSite(engine)
      const id = await site.save('', 'soon')
      await site.post()
      site.stopMailServer()
      await site.run(noon + quarterMs)
      await happen(site, id)
      site.startMailServer()
      expect(await site.run(noon + 2 * hourMs)).toBe(0)
      // When the account is deleted, its emails are deleted too.
      const finished = skipped ? [{ state: 'done', skipped }] : []
      expect(await site.findQueued()).toEqual(finished)
    },
  )
})
