import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { anyEngine } from '#tests/support/databases.ts'
import { noon, openSavedMailSite, type SavedMailSite } from '#tests/support/saved-mail-site.ts'
import { dayMs, hourMs, minuteMs } from '../../durations.ts'
import { RecipientRefusedError } from '../../mail/mail-transport.ts'
import { shareOut } from './send-saved-mail.ts'

const quarterMs = 15 * minuteMs

/** The ways in which news can end between writing and sending the email. */
const ends: [reason: string, happen: (site: SavedMailSite, listingId: number) => unknown][] = [
  ['is sold', ({ move }, id) => move(id, 'sold')],
  ['is deleted', ({ db }, id) => db.run(sql`DELETE FROM listings WHERE id = ${id}`)],
  [
    'is hidden',
    ({ db }, id) => db.run(sql`UPDATE listings SET status = 'hidden' WHERE id = ${id}`),
  ],
  ['has ended', ({ db }, id) => db.run(sql`UPDATE listings SET ends_at = 1 WHERE id = ${id}`)],
  [
    "is the student's own",
    ({ db, ada }, id) => db.run(sql`UPDATE listings SET seller_id = ${ada.id} WHERE id = ${id}`),
  ],
  ['does not match any more', ({ edit }, id) => edit(id, { title: 'Chair' })],
]

describe.each(anyEngine)('mails about saved searches, at sending, on %s', (engine) => {
  it.each(ends)('leave out what %s while the mail server is down', async (_, happen) => {
    const site = await openSavedMailSite(engine)
    const { save, post, run, sent } = site
    await save('q=lamp', 'soon')
    const id = await post({ title: 'First lamp' })
    await post({ title: 'Second lamp' })
    site.stopMailServer()
    await run(noon + quarterMs)
    await happen(site, id)
    site.startMailServer()
    expect(await run(noon + 2 * hourMs)).toBe(1)
    expect(sent[0]?.subject).toMatch(/^1 new item: /)
    expect(sent[0]?.text).not.toMatch(/First|Chair/)
  })

  it('are not sent if nothing is left', async () => {
    const { save, post, move, run, logged, ...site } = await openSavedMailSite(engine)
    await save('q=lamp', 'soon')
    const id = await post()
    site.stopMailServer()
    await run(noon + quarterMs)
    await move(id, 'sold')
    site.startMailServer()
    expect(await run(noon + 2 * hourMs)).toBe(0)
    expect(JSON.stringify(logged)).toContain('no longer due')
  })

  it('show others in the place of what has ended', async () => {
    const { save, post, run, sent, move, ...site } = await openSavedMailSite(engine)
    await save('', 'soon')
    const ids: number[] = []
    for (let number = 1; number <= 13; number++) ids.push(await post({ title: `Lamp ${number}` }))
    site.stopMailServer()
    await run(noon + quarterMs)
    for (const id of ids.slice(8)) await move(id, 'sold')
    site.startMailServer()
    expect(await run(noon + 2 * hourMs)).toBe(1)
    expect(sent[0]?.subject).toBe('8 new items')
    expect(sent[0]?.text.match(/^Lamp \d+$/gm)).toEqual(
      [8, 7, 6, 5, 4, 3, 2, 1].map((number) => `Lamp ${number}`),
    )
  })

  it('say of more than a hundred only what was read again', async () => {
    const { save, post, move, run, sent, ...site } = await openSavedMailSite(engine)
    await save('', 'soon')
    const ids: number[] = []
    for (let number = 0; number < 101; number++) ids.push(await post())
    site.stopMailServer()
    await run(noon + quarterMs)
    for (const id of ids.slice(-3)) await move(id, 'sold')
    site.startMailServer()
    expect(await run(noon + 2 * hourMs)).toBe(1)
    expect(sent[0]?.subject).toBe('At least 97 new items')
    expect(sent[0]?.text).toContain('and at least 87 more:')
  })

  it('end with an address that the mail server refuses', async () => {
    const site = await openSavedMailSite(engine)
    const { save, post, run, db, ada } = site
    await save('', 'soon')
    await post()
    site.mailServer.error = new RecipientRefusedError('no such user')
    await run(noon + quarterMs)
    expect(await db.get(sql`SELECT bounced_at FROM users WHERE id = ${ada.id}`)).toEqual({
      bounced_at: noon + quarterMs,
    })
    site.startMailServer()
    await post()
    expect(await run(noon + 2 * quarterMs)).toBe(0)
    expect(await site.findQueued()).toHaveLength(1)
  })

  it('keep no words of students in logs, and none in what is kept', async () => {
    const { save, post, run, logged, db } = await openSavedMailSite(engine)
    await save('q=secretword', 'soon')
    await post({ title: 'Secretword' })
    expect(await run(noon + quarterMs)).toBe(1)
    const kept = await db.all(sql`SELECT payload FROM jobs WHERE kind = 'saved-mail'`)
    expect(JSON.stringify([logged, kept])).toContain('New listings of saved searches')
    expect(JSON.stringify([logged, kept])).not.toMatch(/secretword/i)
  })

  it.each([
    ['sent after almost two days', 2 * dayMs - 1, 1, 'done'],
    ['given up after two days', 2 * dayMs, 0, 'failed'],
  ])('are %s', async (_, laterMs, count, state) => {
    const { save, post, run, findQueued, ...site } = await openSavedMailSite(engine)
    await save('', 'soon')
    await post()
    site.stopMailServer()
    await run(noon + quarterMs)
    expect(await findQueued()).toEqual([{ state: 'waiting' }])
    site.startMailServer()
    expect(await run(noon + quarterMs + laterMs)).toBe(count)
    expect(await findQueued()).toEqual([{ state }])
  })
})

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

describe('shareOut', () => {
  it.each([
    [[12], [10]],
    [
      [3, 2],
      [3, 2],
    ],
    [
      [12, 1, 1],
      [8, 1, 1],
    ],
    [
      [12, 12],
      [5, 5],
    ],
    [
      [12, 12, 12],
      [4, 3, 3],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [[], []],
  ])('gives %j of 10 places %j', (needs, shares) => {
    expect(shareOut(needs, 10)).toEqual(shares)
  })

  it('leaves no place empty while somebody needs one, and nobody far behind', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { maxLength: 25 }), fc.nat(20), (needs, places) => {
        const shares = shareOut(needs, places)
        expect(sum(shares)).toBe(Math.min(places, sum(needs)))
        for (const [index, share] of shares.entries()) {
          expect(share).toBeLessThanOrEqual(needs[index] ?? 0)
          if (share < (needs[index] ?? 0))
            expect(share).toBeGreaterThanOrEqual(Math.max(...shares) - 1)
        }
      }),
    )
  })
})
