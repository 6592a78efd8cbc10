import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { minRoleDays, roleWarningDays } from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import type { RolesResponse } from '#contract/people.ts'
import { endOfCampusDay } from '#format/campus-date.ts'
import { changeCampus, stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { explain } from '#tests/support/explain.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { runJob } from '#tests/support/run-job.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { findStaff } from '../permissions.ts'
import { defaultRoleEnd } from './role-dates.ts'
import { findStaffIds, roleEnds } from './role-ends.ts'

stayOnBuiltInCampus()

describe('the usual end of a role', () => {
  const day = (firstDay: string, lastDay: string) => ({ id: 'a', name: 'A', firstDay, lastDay })

  it.each([
    [[day('01-08', '03-20'), day('04-20', '06-12'), day('10-01', '12-10')], '2027-06-12'],
    [[day('02-20', '06-25'), day('07-15', '11-30')], '2027-06-25'],
    [[day('01-01', '12-31')], '2027-04-30'],
  ])('is the last day of the term that ends in spring: %j', (terms, last) => {
    changeCampus({ terms })
    expect(defaultRoleEnd(Date.parse('2026-11-18T12:00Z'))).toBe(endOfCampusDay(last))
  })

  it.each([
    ['2026-11-18T12:00Z', '2027-04-30'],
    ['2027-03-01T12:00Z', '2027-04-30'],
    ['2027-03-02T12:00Z', '2028-04-30'],
    ['2027-05-01T12:00Z', '2028-04-30'],
  ])('given at %s is %s on the built-in campus', (now, day) => {
    changeCampus({ terms: builtInCampus.terms })
    const endsAt = defaultRoleEnd(Date.parse(now))
    expect(endsAt).toBe(endOfCampusDay(day))
    expect(endsAt - Date.parse(now)).toBeGreaterThan(minRoleDays * dayMs)
  })

  it('is the end of the day in the time zone of the campus', () => {
    const now = Date.parse('2026-11-18T12:00Z')
    const { terms } = builtInCampus
    changeCampus({ timeZone: 'America/Toronto', terms })
    expect(new Date(defaultRoleEnd(now)).toISOString()).toBe('2027-05-01T04:00:00.000Z')
    changeCampus({ timeZone: 'Europe/Berlin', terms })
    expect(new Date(defaultRoleEnd(now)).toISOString()).toBe('2027-04-30T22:00:00.000Z')
  })
})

/** Opens a site with the moderators Sam and Mia and the admins Eve and Ann. */
async function openSite(engine: Engine) {
  const site = await openModerationSite(engine)
  const { db, clock } = site
  const ann = await site.addPerson('Ann', 'admin')
  const setEnd = (id: number, endsAt: number | null, activeOn: string | null = null) =>
    db.run(sql`
      UPDATE users SET role_ends_at = ${endsAt}, role_active_on = ${activeOn} WHERE id = ${id}`)
  const run = async () => {
    await db.run(sql`DELETE FROM jobs WHERE kind = 'role-ends'`)
    await runJob(roleEnds({ appUrl: 'https://quad.test' }), { db, now: () => clock.now })
  }
  const readRoles = async () =>
    Object.fromEntries(
      (
        await db.all<{ name: string; role: string; endsAt: number | null }>(sql`
          SELECT first_name AS name, role, role_ends_at AS "endsAt" FROM users
          WHERE first_name IN ('Sam', 'Mia', 'Eve', 'Ann') ORDER BY id`)
      ).map(({ name, role, endsAt }) => [name, `${role} ${endsAt}`]),
    )
  const mails = async () => {
    const rows = await db.all<{ payload: string }>(sql`
      SELECT payload FROM jobs WHERE kind = 'mail' ORDER BY id`)
    return rows.map(({ payload }) => {
      const { to, subject, text } = JSON.parse(payload)
      return { to, subject, text: String(text).replaceAll(/\s+/g, ' ') }
    })
  }
  return { ...site, ann, setEnd, run, readRoles, mails }
}

describe.each(engines)('the end of a role on %s', (engine) => {
  it('counts at once where the role is read, and the job then writes it down', async () => {
    const { db, clock, sam, eve, setEnd, run } = await openSite(engine)
    await setEnd(sam.id, clock.now + 1)
    expect((await sam.get(apiPaths.moderationQueue())).status).toBe(200)
    clock.now += 1
    expect((await sam.get(apiPaths.moderationQueue())).status).toBe(404)
    expect((await sam.get(apiPaths.me)).body).toMatchObject({ role: 'student' })
    expect((await eve.get(apiPaths.moderationFigures)).status).toBe(200)
    await run()
    expect(
      await db.all(sql`
        SELECT action, actor_id, student_id, role FROM moderation_log WHERE action = 'end_role'`),
    ).toEqual([{ action: 'end_role', actor_id: null, student_id: sam.id, role: 'moderator' }])
    expect(
      await db.get(sql`SELECT role, role_ends_at AS ends FROM users WHERE id = ${sam.id}`),
    ).toEqual({ role: 'student', ends: null })
    // The second factor ends with the role, as when an admin takes it away.
    expect(await db.all(sql`SELECT user_id FROM authenticators WHERE user_id = ${sam.id}`)).toEqual(
      [],
    )
    expect(await db.all(sql`SELECT kind FROM security_events WHERE user_id = ${sam.id}`)).toEqual([
      { kind: 'role change' },
    ])
  })

  it('never comes for the last admin, whatever the order, and the one who was active later stays', async () => {
    const { db, clock, eve, ann, setEnd, run, readRoles } = await openSite(engine)
    const end = clock.now + dayMs
    const other = defaultRoleEnd(end)
    await db.run(sql`UPDATE users SET role_ends_at = ${other} WHERE role = 'moderator'`)
    clock.now = end
    // The role is checked when it is read, although nobody has written anything down yet.
    const statuses = async (evesDay: string, annsDay: string) => {
      const found: number[] = []
      for (const who of [eve, ann]) {
        await setEnd(eve.id, end, evesDay)
        await setEnd(ann.id, end, annsDay)
        found.push((await who.get(apiPaths.roles)).status)
      }
      return found
    }
    expect(await statuses('2026-11-15', '2026-11-14')).toEqual([200, 404])
    expect(await statuses('2026-11-14', '2026-11-15')).toEqual([404, 200])
    await run()
    expect(await readRoles()).toMatchObject({ Eve: 'student null', Ann: 'admin null' })
    // Her role has no end while nobody else is an admin. With a second admin, it gets the usual one.
    clock.now += 400 * dayMs
    await db.run(
      sql`UPDATE users SET role_ends_at = ${clock.now + 100 * dayMs} WHERE role = 'moderator'`,
    )
    await run()
    expect((await readRoles()).Ann).toBe('admin null')
    await db.run(sql`
      UPDATE users SET role = 'admin', role_ends_at = ${clock.now + dayMs} WHERE id = ${eve.id}`)
    await run()
    // Eve has not used the role yet, so nobody counts on her.
    expect((await readRoles()).Ann).toBe('admin null')
    await db.run(sql`UPDATE users SET role_active_on = '2027-12-20' WHERE id = ${eve.id}`)
    await run()
    expect((await readRoles()).Ann).toBe(`admin ${defaultRoleEnd(clock.now)}`)
    // Eve's role ends first, although she was active later: Ann's goes on for longer.
    clock.now += 2 * dayMs
    await run()
    expect(await readRoles()).toMatchObject({
      Eve: 'student null',
      Ann: `admin ${defaultRoleEnd(clock.now - 2 * dayMs)}`,
    })
  })

  it('does not rely on a suspended admin', async () => {
    const { db, clock, eve, ann, setEnd, run, readRoles } = await openSite(engine)
    await setEnd(eve.id, clock.now, '2026-11-01')
    await setEnd(ann.id, clock.now + 90 * dayMs)
    await db.run(sql`UPDATE users SET suspended_until = ${clock.now + dayMs} WHERE id = ${ann.id}`)
    expect((await eve.get(apiPaths.roles)).status).toBe(200)
    await run()
    expect(await readRoles()).toMatchObject({ Eve: 'admin null' })
  })

  it('leaves an admin when one deletes the account while the role of the other ends', async () => {
    const { app, db, clock, eve, ann, setEnd, run } = await openSite(engine)
    await setEnd(eve.id, clock.now)
    await setEnd(ann.id, clock.now + 90 * dayMs)
    await db.run(sql`UPDATE sessions SET proved_at = ${clock.now}`)
    const leaving = {
      method: 'DELETE',
      url: apiPaths.account,
      headers: { cookie: ann.cookie },
      payload: {},
    } as const
    const [{ statusCode }] = await Promise.all([app.inject(leaving), run()])
    expect([204, 409]).toContain(statusCode)
    const admins = await db.all<{ id: number }>(sql`SELECT id FROM users WHERE role = 'admin'`)
    expect(admins).toEqual([{ id: statusCode === 204 ? eve.id : ann.id }])
  })

  it('is set for roles from before, except for that of the only admin', async () => {
    const { db, clock, eve, ann, run, readRoles } = await openSite(engine)
    await db.run(sql`UPDATE users SET role = 'student' WHERE id = ${ann.id}`)
    await run()
    const usual = defaultRoleEnd(clock.now)
    expect(await readRoles()).toMatchObject({
      Sam: `moderator ${usual}`,
      Mia: `moderator ${usual}`,
      Eve: 'admin null',
    })
    expect(
      await db.all(sql`
        SELECT note FROM moderation_notes JOIN moderation_log ON id = log_id
        WHERE action = 'set_role_end'`),
    ).toEqual([{ note: '2027-04-30' }, { note: '2027-04-30' }])
    const { body } = (await eve.get(apiPaths.roles)) as unknown as { body: RolesResponse }
    expect(body.roles.filter(({ isToConfirm }) => isToConfirm)).toEqual([])
  })

  it('is announced once, two weeks before, to the person and the admins', async () => {
    const { clock, db, sam, eve, ann, setEnd, run, mails } = await openSite(engine)
    const usual = defaultRoleEnd(clock.now)
    await db.run(sql`UPDATE users SET role_ends_at = ${usual} WHERE role <> 'student'`)
    const end = clock.now + roleWarningDays * dayMs + 1
    await setEnd(sam.id, end)
    await run()
    expect(await mails()).toEqual([])
    clock.now += 1
    for (let times = 0; times < 2; times++) await run()
    const sent = await mails()
    const day = 'Nov 29, 2026'
    expect(sent.map(({ to }) => to)).toEqual([at('sam'), at('eve'), at('ann')])
    expect(sent[0]).toMatchObject({
      subject: 'Your role on Quad ends soon',
      text: expect.stringContaining(`Your last day as moderator of Quad is ${day}.`),
    })
    expect(sent[1]).toMatchObject({
      subject: '1 role on Quad ends soon',
      text: expect.stringContaining(`The last day is ${day}.`),
    })
    // Deleting an account deletes the emails to it, not those about it.
    expect(sent[1]?.text).not.toContain('Sam')
    // A later day is announced again, before that day.
    await db.run(sql`DELETE FROM jobs`)
    const body = { endsOn: '2026-12-20', seen: null }
    expect((await eve.put(apiPaths.roleEnd(sam.id), body)).status).toBe(200)
    await run()
    expect(await mails()).toEqual([])
    clock.now += 22 * dayMs
    await run()
    expect((await mails())[0]?.text).toContain('Dec 20, 2026')
    // With two admins who would both be the last, nobody knows yet which one will be active later.
    await db.run(sql`DELETE FROM jobs`)
    await setEnd(eve.id, clock.now + dayMs, '2026-11-20')
    await setEnd(ann.id, clock.now + dayMs, '2026-11-19')
    await run()
    expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
      [at('eve'), 'Choose who stays admin of Quad'],
      [at('ann'), 'Choose who stays admin of Quad'],
      [at('eve'), '1 role on Quad ends soon'],
      [at('ann'), '1 role on Quad ends soon'],
    ])
    // The admin who would be left reads that the role stays. One who never used the role could not do the work.
    await db.run(sql`DELETE FROM jobs`)
    await setEnd(eve.id, clock.now + dayMs, '2026-11-20')
    await setEnd(ann.id, clock.now + 2 * dayMs)
    await db.run(sql`UPDATE users SET role_end_told = NULL`)
    await db.run(sql`UPDATE users SET role_end_told = role_ends_at WHERE id = ${sam.id}`)
    await run()
    expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
      [at('eve'), "You'll be the only admin of Quad"],
      [at('ann'), 'Your role on Quad ends soon'],
      [at('eve'), '1 role on Quad ends soon'],
      [at('ann'), 'Only one admin of Quad will be left'],
    ])
  })
})

describe.each(anyEngine)('roles on %s', (engine) => {
  it('have an end that admins choose, for others and with a fresh second factor', async () => {
    const { db, clock, ada, sam, eve, ann, seenOf, readRoles } = await openSite(engine)
    const give = (body: object) => eve.put(apiPaths.studentRole(ada.id), { seen: null, ...body })
    expect((await give({ role: 'moderator', endsOn: '2026-11-14' })).body.fields).toEqual({
      endsOn: 'Choose a day from today on, within 2 years',
    })
    expect((await give({ role: 'moderator', endsOn: '2028-11-16' })).status).toBe(400)
    expect((await give({ role: 'moderator', endsOn: '2027-02-30' })).status).toBe(400)
    expect((await give({ role: 'moderator', endsOn: '2026-12-24' })).status).toBe(200)
    const read = (id: number) =>
      db.get<{ ends: number; confirmed: number | null }>(sql`
        SELECT role_ends_at AS ends, role_confirmed_at AS confirmed FROM users WHERE id = ${id}`)
    expect(await read(ada.id)).toEqual({ ends: endOfCampusDay('2026-12-24'), confirmed: clock.now })
    const move = async (who: typeof eve, id: number, endsOn: string) =>
      (await who.put(apiPaths.roleEnd(id), { endsOn, seen: await seenOf(id) })).body
    expect(await move(eve, ada.id, '2027-04-30')).toMatchObject({
      message: 'The role of Ada Lee ends after Apr 30, 2027.',
    })
    expect(await move(eve, eve.id, '2027-04-30')).toMatchObject({ code: 'forbidden' })
    expect(
      (await eve.put(apiPaths.roleEnd(ada.id), { endsOn: '2027-05-01', seen: null })).status,
    ).toBe(409)
    // Sam is a moderator, and finds no such page.
    expect(
      (await sam.put(apiPaths.roleEnd(ada.id), { endsOn: '2027-05-01', seen: null })).status,
    ).toBe(404)
    await db.run(sql`UPDATE users SET role = 'student' WHERE id = ${ada.id}`)
    expect(await move(ann, ada.id, '2027-04-30')).toMatchObject({ error: 'Ada Lee has no role.' })
    expect((await readRoles()).Eve).toBe('admin null')
  })

  it('show who used them last, by day, with one write a day', async () => {
    const { db, clock, sam, ada } = await openSite(engine)
    const read = (id: number) =>
      db.get(sql`SELECT role_active_on AS day FROM users WHERE id = ${id}`)
    await sam.get(apiPaths.me)
    await ada.get(apiPaths.me)
    expect(await read(sam.id)).toEqual({ day: '2026-11-15' })
    expect(await read(ada.id)).toEqual({ day: null })
    clock.now += dayMs
    await sam.get(apiPaths.moderationQueue())
    expect(await read(sam.id)).toEqual({ day: '2026-11-16' })
  })

  it('are confirmed in September, and named in the page if nobody did', async () => {
    const { db, clock, sam, mia, eve, ann, seenOf } = await openSite(engine)
    await db.run(sql`UPDATE users SET role_confirmed_at = ${Date.UTC(2027, 3, 1)}`)
    const rolesAt = async (time: number) => {
      clock.now = time
      for (const { id } of [eve, ann, sam]) await logInAgain(db, id, time)
      const { body } = (await eve.get(apiPaths.roles)) as unknown as { body: RolesResponse }
      const names = body.roles.filter(({ isToConfirm }) => isToConfirm).map(({ name }) => name)
      return { ...body.review, names }
    }
    expect((await rolesAt(Date.UTC(2027, 7, 31, 12))).names).toEqual([])
    const everyone = ['Ann Lee', 'Eve Lee', 'Mia Lee', 'Sam Lee']
    expect(await rolesAt(Date.UTC(2027, 8, 1, 12))).toEqual({
      year: 2027,
      isOpen: true,
      names: everyone,
    })
    const confirm = async (who: typeof eve, id: number) =>
      (await who.post(apiPaths.roleReview(id), { seen: await seenOf(id) })).status
    expect(await confirm(eve, eve.id)).toBe(403)
    expect(await confirm(eve, sam.id)).toBe(200)
    expect(await confirm(sam, mia.id)).toBe(404)
    expect(
      await db.all(sql`
        SELECT actor_id, student_id, role FROM moderation_log WHERE action = 'confirm_role'`),
    ).toEqual([{ actor_id: eve.id, student_id: sam.id, role: 'moderator' }])
    expect(await rolesAt(Date.UTC(2027, 9, 1, 12))).toEqual({
      year: 2027,
      isOpen: false,
      names: ['Ann Lee', 'Eve Lee', 'Mia Lee'],
    })
  })
})

/** Keeps the session of a test alive over months. */
const logInAgain = (db: Awaited<ReturnType<typeof openSite>>['db'], id: number, now: number) =>
  db.run(sql`
    UPDATE sessions SET created_at = ${now}, refreshed_at = ${now}, last_used_at = ${now},
      second_factor_at = ${now}
    WHERE user_id = ${id}`)

it.each(engines)('staff are found on %s without reading all students', async (engine) => {
  const db = await openTestDatabase(engine)
  for (const find of [findStaffIds, (recorded: Db) => findStaff(recorded, 0)]) {
    const plan = await explain(db, find)
    expect(plan).toContain('users_with_role')
    expect(plan).not.toMatch(/SCAN users(?! USING)|Seq Scan/)
  }
})
