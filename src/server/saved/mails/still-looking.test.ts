import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { anyEngine } from '#tests/support/databases.ts'
import { morning, openSavedMailSite } from '#tests/support/saved-mail-site.ts'
import { dayMs, hourMs } from '../../durations.ts'

describe.each(anyEngine)('the mail "Still looking?" on %s', (engine) => {
  it('comes after 120 days, once for all searches, which are paused then', async () => {
    const { save, post, run, sent, db, setFrequency, clock } = await openSavedMailSite(engine)
    const id = await save('q=lamp')
    await save('q=desk', 'soon')
    await save('q=chair', 'off')
    const due = morning + 120 * dayMs
    expect(await run(due - dayMs)).toBe(0)
    expect(await run(due)).toBe(1)
    expect(sent[0]).toMatchObject({ template: 'still-looking', subject: 'Still looking?' })
    expect(sent[0]?.text).toMatch(/lamp[\s\S]*desk/)
    expect(sent[0]?.text).not.toContain('chair')
    const paused = await db.all(
      sql`SELECT 1 AS paused FROM saved_searches WHERE paused_at = ${due}`,
    )
    expect(paused).toHaveLength(2)
    await post({ title: 'Desk lamp' })
    expect(await run(due + dayMs)).toBe(1)
    // Listings posted during the pause are not emailed. Later ones are.
    await setFrequency(id, 'daily')
    expect(await run(due + 2 * dayMs)).toBe(1)
    await post({ title: 'Lamp' })
    expect(await run(clock.now + dayMs)).toBe(2)
    expect(await run(due + 60 * dayMs)).toBe(2)
  })

  it('does not come to a student who wants no mail about it, but the pause does', async () => {
    const { save, run, change, ada, db } = await openSavedMailSite(engine)
    await save()
    await change(ada.id, sql`mail_saved = 0`)
    expect(await run(morning + 120 * dayMs)).toBe(0)
    expect(await db.get(sql`SELECT paused_at IS NULL AS is_active FROM saved_searches`)).toEqual({
      is_active: 0,
    })
  })

  it('does not come once the student has said that they are', async () => {
    const { save, run, setFrequency, ...site } = await openSavedMailSite(engine)
    const id = await save()
    site.stopMailServer()
    await run(morning + 120 * dayMs)
    await setFrequency(id, 'daily')
    site.startMailServer()
    expect(await run(site.clock.now + hourMs)).toBe(0)
  })
})
