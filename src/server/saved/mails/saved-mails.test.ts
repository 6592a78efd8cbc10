import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { engines } from '#tests/support/databases.ts'
import { morning, noon, openSavedMailSite } from '#tests/support/saved-mail-site.ts'
import { dayMs, minuteMs } from '../../durations.ts'

const quarterMs = 15 * minuteMs
const nextMorning = morning + dayMs

describe.each(engines)('mails about saved searches on %s', (engine) => {
  it('are one for all searches of a student, which share what they show', async () => {
    const { save, post, run, sent } = await openSavedMailSite(engine)
    await save('q=lamp')
    await save('q=desk')
    await save('', 'daily', { category: 'rental' })
    for (let count = 0; count < 12; count++) await post({ title: 'Desk lamp' })
    await post({ title: 'Desk' })
    const rentalId = await post({ title: 'Room' }, 'rental')
    expect(await run(morning)).toBe(1)
    const [mail] = sent
    expect(mail?.subject).toBe('14 new listings')
    expect(mail?.text.match(/\/misc\/\d+$/gm)).toHaveLength(9)
    expect(mail?.text).toContain(`/rentals/${rentalId}\n`)
    expect(mail?.text).toContain('and 4 more:')
    expect(mail?.text.match(/Stop emails about this search/g)).toHaveLength(3)
  })

  it('have a place for favourites beside more searches than a mail has places', async () => {
    const { save, post, favour, move, change, ada, run, sent } = await openSavedMailSite(engine)
    await change(ada.id, sql`mail_favourites = 1`)
    const favouriteId = await post({ title: 'Sofa' })
    await favour(favouriteId)
    for (const letter of 'abcdefghijk') {
      await save(`q=${letter.repeat(3)}`)
      await post({ title: letter.repeat(3) })
    }
    await move(favouriteId, 'sold')
    expect(await run(morning)).toBe(1)
    expect(sent[0]?.subject).toBe('11 new listings and news about 1 saved listing')
    expect(sent[0]?.text).toMatch(/LISTINGS YOU SAVED\n\nSofa\n.* · Sold/)
    expect(sent[0]?.text.match(/\/misc\/\d+$/gm)).toHaveLength(10)
    expect(sent[0]?.text.match(/^1 new item:$/gm)).toHaveLength(2)
  })

  it('tell of each listing once, whichever search finds it, also later ones', async () => {
    const { save, post, run, sent } = await openSavedMailSite(engine)
    await save('q=lamp', 'soon')
    await save('q=desk', 'daily')
    await post({ title: 'Desk lamp' })
    expect(await run(noon + quarterMs)).toBe(1)
    expect(await run(morning)).toBe(1)
    await post({ title: 'Desk' })
    expect(await run(nextMorning)).toBe(2)
    expect(sent[1]?.subject).toMatch(/^1 new item: /)
  })

  it('leave out own listings, also of another address of the mailbox', async () => {
    const { save, post, run, ada, addStudent } = await openSavedMailSite(engine)
    const other = await addStudent(at('ada+two'))
    await save()
    await post({}, 'misc', ada)
    await post({}, 'misc', other)
    expect(await run(morning)).toBe(0)
  })

  it('leave out renewals', async () => {
    const { save, post, renew, run, clock, db } = await openSavedMailSite(engine)
    const id = await post()
    await save()
    clock.now += 8 * dayMs
    await renew(id)
    const [row] = await db.all<{ rank: number }>(sql`SELECT rank FROM listings`)
    expect(row?.rank).toBeGreaterThan(1)
    expect(await run(clock.now + dayMs)).toBe(0)
    const search = await db.get<{ seen_rank: number }>(sql`SELECT seen_rank FROM saved_searches`)
    expect(search?.seen_rank).toBe(row?.rank)
  })
})
