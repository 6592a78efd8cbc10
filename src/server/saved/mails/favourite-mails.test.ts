import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { formatAmount } from '#format/format.ts'
import { anyEngine, type engines } from '#tests/support/databases.ts'
import {
  morning,
  noon,
  openSavedMailSite,
  type SavedMailSite,
} from '#tests/support/saved-mail-site.ts'
import { dayMs, hourMs } from '../../durations.ts'

const nextMorning = morning + dayMs

/** Opens a site where Ada has saved Bob's lamp for $20, and wants emails about it. */
async function open(engine: (typeof engines)[number]) {
  const site = await openSavedMailSite(engine)
  await site.change(site.ada.id, sql`mail_favourites = 1`)
  const lampId = await site.post()
  site.clock.now += hourMs
  await site.favour(lampId)
  site.clock.now += hourMs
  const known = () => site.db.get(sql`SELECT known_at, known_status FROM favourites`)
  return { ...site, lampId, known }
}

type Site = SavedMailSite & { lampId: number }

const hide = ({ db, lampId }: Site) =>
  db.run(sql`UPDATE listings SET status = 'hidden' WHERE id = ${lampId}`)

describe.each(anyEngine)('mails about favourites on %s', (engine) => {
  it.each<[string, (site: Site) => unknown, () => string]>([
    ['is pending', ({ move, lampId }) => move(lampId, 'pending'), () => 'Lamp is pending'],
    ['is sold', ({ move, lampId }) => move(lampId, 'sold'), () => 'Lamp is sold'],
    [
      'costs less',
      ({ edit, lampId }) => edit(lampId, { price: 15 }),
      () => `Lamp is now ${formatAmount(15)}`,
    ],
    [
      'is pending and costs less',
      async ({ edit, move, lampId }) => {
        await edit(lampId, { price: 15 })
        await move(lampId, 'pending')
      },
      () => `Lamp is pending and now ${formatAmount(15)}`,
    ],
  ])('come in the morning, once, when one %s', async (_, happen, subject) => {
    const site = await open(engine)
    await happen(site)
    expect(await site.run(morning - 1)).toBe(0)
    expect(await site.run(morning)).toBe(1)
    expect(site.sent[0]).toMatchObject({ subject: subject(), to: site.ada.email })
    expect(site.sent[0]?.text).toContain(`/misc/${site.lampId}\n`)
    expect(await site.run(nextMorning)).toBe(1)
  })

  it.each(['pending', 'sold'] as const)('come when one is back after it was %s', async (status) => {
    const { move, lampId, run, sent } = await open(engine)
    await move(lampId, status)
    expect(await run(morning)).toBe(1)
    await move(lampId, 'available')
    expect(await run(nextMorning)).toBe(2)
    expect(sent[1]?.subject).toBe('Lamp is available again')
  })

  it('come when one is back after it had ended, of which they say nothing', async () => {
    const { renew, lampId, run, sent, db, clock, known } = await open(engine)
    await db.run(sql`UPDATE listings SET ends_at = ${clock.now} WHERE id = ${lampId}`)
    await db.run(sql`UPDATE listings SET status = 'expired' WHERE id = ${lampId}`)
    expect(await run(morning)).toBe(0)
    expect(await known()).toMatchObject({ known_status: 'expired' })
    await renew(lampId)
    expect(await run(nextMorning)).toBe(1)
    expect(sent[0]?.subject).toBe('Lamp is available again')
  })

  it.each<[string, (site: Site) => unknown]>([
    ['nothing has changed', () => {}],
    ['the price rose', ({ edit, lampId }) => edit(lampId, { price: 30 })],
    ['the price fell by little', ({ edit, lampId }) => edit(lampId, { price: 16 })],
    [
      'the price rose and fell again',
      async ({ edit, lampId, clock }) => {
        await edit(lampId, { price: 30 })
        clock.now += hourMs
        await edit(lampId, { price: 20 })
      },
    ],
    [
      'it was pending for a while',
      async ({ move, lampId }) => {
        await move(lampId, 'pending')
        await move(lampId, 'available')
      },
    ],
    ['a moderator hides it', hide],
    ['it is deleted', ({ db, lampId }) => db.run(sql`DELETE FROM listings WHERE id = ${lampId}`)],
    [
      'the student wants no mail about favourites',
      async ({ move, lampId, change, ada }) => {
        await move(lampId, 'sold')
        await change(ada.id, sql`mail_favourites = 0`)
      },
    ],
    [
      'the student wants no mail about what is saved',
      async ({ move, lampId, change, ada }) => {
        await move(lampId, 'sold')
        await change(ada.id, sql`mail_saved = 0`)
      },
    ],
    [
      'the student has taken it off',
      async ({ move, lampId, db }) => {
        await move(lampId, 'sold')
        await db.run(sql`DELETE FROM favourites`)
      },
    ],
  ])('do not come when %s', async (_, happen) => {
    const site = await open(engine)
    await happen(site)
    expect(await site.run(morning)).toBe(0)
    expect(site.logged).toEqual([])
  })

  it('compare with what the student last heard of', async () => {
    const { edit, lampId, run, sent, clock } = await open(engine)
    await edit(lampId, { price: 14 })
    expect(await run(morning)).toBe(1)
    clock.now += hourMs
    await edit(lampId, { price: 12 })
    expect(await run(nextMorning)).toBe(1)
    clock.now += hourMs
    await edit(lampId, { price: 5 })
    expect(await run(nextMorning + dayMs)).toBe(2)
    expect(sent[1]?.text).toContain('was $12')
  })

  it('come for a price that was changed before the last mail, but committed after it', async () => {
    const { edit, move, lampId, run, sent, clock } = await open(engine)
    await move(lampId, 'pending')
    expect(await run(morning)).toBe(1)
    clock.now = morning - 1
    await edit(lampId, { price: 10 })
    expect(await run(nextMorning)).toBe(2)
    expect(sent[1]?.subject).toBe(`Lamp is now ${formatAmount(10)}`)
    expect(await run(nextMorning + dayMs)).toBe(2)
  })

  it('say nothing of one that is taken down, and go on where they were once it is back', async () => {
    const site = await open(engine)
    const { db, lampId, run, known } = site
    const before = await known()
    await hide(site)
    expect(await run(morning)).toBe(0)
    expect(await known()).toEqual(before)
    await db.run(sql`UPDATE listings SET status = 'available' WHERE id = ${lampId}`)
    expect(await run(nextMorning)).toBe(0)
  })

  it('do not come for an address that bounced, nor later', async () => {
    const { move, lampId, change, ada, run, logged } = await open(engine)
    await move(lampId, 'sold')
    await change(ada.id, sql`bounced_at = 1`)
    expect(await run(morning)).toBe(0)
    await change(ada.id, sql`bounced_at = NULL`)
    expect(await run(nextMorning)).toBe(0)
    expect(logged).toEqual([])
  })

  it.each<[string, (site: Site) => unknown]>([
    ['it is available again', ({ move, lampId }) => move(lampId, 'available')],
    ['it is sold', ({ move, lampId }) => move(lampId, 'sold')],
    ['it is hidden', hide],
    ['the student has taken it off', ({ db }) => db.run(sql`DELETE FROM favourites`)],
    ['the setting is off', ({ change, ada }) => change(ada.id, sql`mail_favourites = 0`)],
  ])('are not sent if %s while the mail server is down', async (_, happen) => {
    const site = await open(engine)
    await site.move(site.lampId, 'pending')
    site.stopMailServer()
    await site.run(morning)
    await happen(site)
    site.startMailServer()
    expect(await site.run(morning + 2 * hourMs)).toBe(0)
    expect(JSON.stringify(site.logged)).toContain('no longer due')
  })

  it('tell of a price only while it is that', async () => {
    const { edit, move, lampId, run, sent, ...site } = await open(engine)
    await edit(lampId, { price: 10 })
    await move(lampId, 'pending')
    site.stopMailServer()
    await run(morning)
    await edit(lampId, { price: 19 })
    site.startMailServer()
    expect(await run(morning + 2 * hourMs)).toBe(1)
    expect(sent[0]?.subject).toBe('Lamp is pending')
    expect(sent[0]?.text).not.toContain('was $')
  })

  it('are one with the daily searches, and none with those that come soon', async () => {
    const { save, post, move, lampId, run, sent } = await open(engine)
    await save('', 'daily')
    await save('', 'soon', { category: 'rental' })
    await post({ title: 'Chair' })
    await post({ title: 'Room' }, 'rental')
    await move(lampId, 'sold')
    expect(await run(noon + 4 * hourMs)).toBe(1)
    expect(sent[0]?.subject).toBe('1 new rental')
    expect(await run(morning)).toBe(2)
    expect(sent[1]?.subject).toBe('1 new listing and news about 1 saved listing')
    expect(sent[1]?.text).toMatch(/Chair[\s\S]*LISTINGS YOU SAVED\n\nLamp\n\$20 · Sold/)
  })

  it('are one for all favourites, of which they show 10', async () => {
    const { post, favour, move, run, sent, lampId } = await open(engine)
    await move(lampId, 'sold')
    for (let number = 0; number < 11; number++) {
      const id = await post({ title: `Lamp ${number}` })
      await favour(id)
      await move(id, 'pending')
    }
    expect(await run(morning)).toBe(1)
    expect(sent[0]?.subject).toBe('News about 12 saved listings')
    expect(sent[0]?.text.match(/\/misc\/\d+$/gm)).toHaveLength(10)
    expect(sent[0]?.text).toMatch(/and 2 more:\n.*\/saved\n/)
  })
})
