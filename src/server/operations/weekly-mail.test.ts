import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { at } from '#tests/support/campus-email.ts'
import { engines } from '#tests/support/databases.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { runJob } from '#tests/support/run-job.ts'
import { dayMs, hourMs } from '../durations.ts'
import { weeklyMailJob } from './weekly-mail.ts'
import { peopleNames } from './weekly-tally.ts'
import { weekOf } from './weeks.ts'

/** Monday, 2026-11-16, 08:00 on campus. */
const monday = Date.UTC(2026, 10, 16, 13)

describe.each(engines)('the email on Mondays on %s', (engine) => {
  async function open() {
    const site = await openModerationSite(engine)
    const { db, clock } = site
    const links = { appUrl: 'https://quad.example', unsubscribeUrl: () => 'https://quad.example/u' }
    const job = weeklyMailJob({ links, findTasks: async () => ['3 reports waiting.'] })
    const run = async (time: number) => {
      clock.now = time
      await db.run(sql`UPDATE jobs SET run_at = ${time} WHERE kind = 'weekly-mail'`)
      await runJob(job, { db, now: () => clock.now })
    }
    const mails = async () => {
      const rows = await db.all<{ payload: string; cause: string }>(sql`
        SELECT payload, cause FROM jobs WHERE cause LIKE 'weekly %' ORDER BY id`)
      return rows.map(({ payload, cause }) => ({ ...JSON.parse(payload), cause }))
    }
    return { ...site, run, mails }
  }

  it('goes once a week to each admin who wants it, with two weeks of numbers', async () => {
    const { db, run, mails, eve, addPerson } = await open()
    const zoe = await addPerson('Zoe', 'admin')
    await addPerson('Off', 'admin')
    await db.run(sql`UPDATE users SET mail_weekly = 0 WHERE first_name = 'Off'`)
    const week = weekOf(monday) - 1
    for (const [name, value, of] of [
      ['listings', 148, week],
      ['listings', 131, week - 1],
      ['joined', 2, week],
      ['threads', 100, week],
      ['answered', 71, week],
      ['reply', 5.5 * hourMs, week],
      ...peopleNames.map((name) => [name, 3, week] as const),
      ['listing_sellers', 3, week - 1],
      // The median of many replies of two sellers would be about two sellers.
      ['threads', 9, week - 1],
      ['reply', 7 * hourMs, week - 1],
      ['replied_people', 2, week - 1],
      ['unanswered_people', 3, week - 1],
    ] as const) {
      await db.run(sql`
        INSERT INTO weekly_figures (week, name, category, value) VALUES (${of}, ${name}, '', ${value})`)
    }
    await run(monday)
    const sent = await mails()
    expect(sent.map(({ to }) => to)).toEqual([at('eve'), at('zoe')])
    const text = sent[0].text.replaceAll(/\s+/g, ' ')
    for (const part of [
      'New listings: 148 The week before: 131',
      'New students: under 3 The week before: 0',
      'Answered within a day: 71% The week before: 0%',
      'Median time to the first reply: 5.5 h The week before: —',
      'Sold or rented within 14 days (listings posted three weeks ago)',
      '3 reports waiting.',
    ]) {
      expect(text).toContain(part)
    }
    // A second run, another process, a restore that empties the jobs and a later day of the week change nothing.
    await run(monday + hourMs)
    expect(await mails()).toHaveLength(2)
    await db.run(sql`DELETE FROM jobs`)
    await run(monday + 2 * hourMs)
    await run(monday + 2 * dayMs)
    expect(await mails()).toEqual([])
    await run(monday + 7 * dayMs)
    expect((await mails()).map(({ cause }) => cause)).toEqual([
      `weekly 2026-11-23 ${eve.id}`,
      `weekly 2026-11-23 ${zoe.id}`,
    ])
  })

  it('comes late if the site was down on Monday, and begins with the first Monday of a new site', async () => {
    const { run, mails } = await open()
    await run(monday + 2 * dayMs)
    expect(await mails()).toEqual([])
    await run(monday + 8 * dayMs)
    expect(await mails()).toHaveLength(1)
  })

  it('can be turned off by the admin', async () => {
    const { db, app, eve, run, mails } = await open()
    const response = await app.inject({
      method: 'PATCH',
      url: apiPaths.account,
      headers: { cookie: eve.cookie },
      payload: { mailWeekly: false },
    })
    expect(response.json()).toMatchObject({ mailWeekly: false })
    await run(monday)
    expect(await mails()).toEqual([])
    expect(await db.all(sql`SELECT value FROM site_state WHERE name = 'weekly-mail'`)).toEqual([
      { value: '2026-11-16' },
    ])
  })
})
