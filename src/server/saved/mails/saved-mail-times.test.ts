import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { anyEngine } from '#tests/support/databases.ts'
import { morning, noon, openSavedMailSite } from '#tests/support/saved-mail-site.ts'
import { dayMs, hourMs, minuteMs } from '../../durations.ts'

const quarterMs = 15 * minuteMs
/** This is 22:00. */
const evening = noon + 10 * hourMs
const nextMorning = morning + dayMs

describe.each(anyEngine)('mails about saved searches on %s', (engine) => {
  it('come at the next quarter of an hour, once for each listing', async () => {
    const { save, post, run, sent, ada } = await openSavedMailSite(engine)
    await post({ title: 'Old lamp' })
    await save('q=lamp', 'soon')
    const id = await post({ title: 'New lamp' })
    await post({ title: 'Chair' })
    expect(await run(noon + quarterMs - 1)).toBe(0)
    expect(await run(noon + quarterMs)).toBe(1)
    expect(sent[0]).toMatchObject({
      to: ada.email,
      subject: expect.stringMatching(/^1 new item: /),
    })
    expect(sent[0]?.text).toContain(`/misc/${id}\n`)
    expect(sent[0]?.text).not.toMatch(/Old lamp|Chair/)
    expect(await run(noon + 2 * quarterMs)).toBe(1)
    await post({ title: 'Lamp' })
    await post({ title: 'Lamps' })
    expect(await run(noon + 3 * quarterMs)).toBe(2)
    expect(sent[1]?.subject).toMatch(/^2 new items: /)
  })

  it('come once a day at 8 for those who want that', async () => {
    const { save, post, run, sent } = await openSavedMailSite(engine)
    await save('q=lamp', 'daily')
    await save('', 'off', { category: 'misc' })
    await post()
    expect(await run(morning - 1)).toBe(0)
    expect(await run(morning)).toBe(1)
    expect(sent[0]?.subject).toMatch(/^1 new item: /)
    await post()
    expect(await run(nextMorning - 1)).toBe(1)
    expect(await run(nextMorning)).toBe(2)
    expect(await run(nextMorning + dayMs)).toBe(2)
  })

  it('wait for 8 also when the job begins before', async () => {
    const { db, save, post, run } = await openSavedMailSite(engine)
    await save()
    await post()
    await db.run(sql`DELETE FROM jobs`)
    expect(await run(morning - hourMs)).toBe(0)
    expect(await run(morning)).toBe(1)
  })

  it('are 4 a day at most; what is found later waits for the next morning', async () => {
    const { save, post, run, sent } = await openSavedMailSite(engine)
    await save('', 'soon')
    for (let number = 1; number <= 6; number++) {
      await post()
      expect(await run(noon + number * quarterMs)).toBe(Math.min(number, 4))
    }
    for (let at = noon + 2 * hourMs; at < morning; at += quarterMs) expect(await run(at)).toBe(4)
    expect(await run(morning)).toBe(5)
    expect(sent[4]?.subject).toBe('2 new items')
  })

  it('wait for the morning from 22:00 on', async () => {
    const { save, post, run, sent } = await openSavedMailSite(engine)
    await save('', 'soon')
    await post()
    expect(await run(evening - quarterMs)).toBe(1)
    await post()
    expect(await run(evening)).toBe(1)
    expect(await run(morning - 1)).toBe(1)
    expect(await run(morning)).toBe(2)
    await post()
    expect(await run(morning + quarterMs)).toBe(3)
    expect(sent.map(({ subject }) => subject)).toEqual(['1 new item', '1 new item', '1 new item'])
  })

  it('wait for the morning also when the job begins at night', async () => {
    const { db, save, post, run } = await openSavedMailSite(engine)
    await save('', 'soon')
    await post()
    await db.run(sql`DELETE FROM jobs`)
    expect(await run(evening + hourMs)).toBe(0)
    expect(await run(morning)).toBe(1)
  })
})
