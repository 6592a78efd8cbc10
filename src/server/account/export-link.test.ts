import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { engines } from '#tests/support/databases.ts'
import { ada as adasAccount } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { dayMs, hourMs } from '../durations.ts'
import { createExportToken } from '../students/restrictions/export-link.ts'
import { liftRestriction } from '../students/restrictions/lift-restriction.ts'
import { removeAccount } from './remove-account.ts'

const form = 'application/x-www-form-urlencoded'
const dead = "This link doesn't work any more. The account is open again or deleted."

describe.each(engines)('the data of a banned student on %s', (engine) => {
  /** Bob, an admin, has banned Ada, who had a listing. */
  async function open() {
    const site = await buildTestAppWithUsers(engine)
    const { app, db, clock, ada, bob, dataDir } = site
    await ada.post(apiPaths.list('misc'), listingInputs.misc)
    await db.run(sql`UPDATE users SET role = 'admin' WHERE id = 2`)
    const ban = async () => {
      const body = { action: 'ban', reason: 'scam', note: 'Two fakes', seen: null }
      expect((await bob.post(apiPaths.studentDecisions(1), body)).status).toBe(200)
    }
    await ban()
    const { token, text } = await vi.waitFor(async () => {
      const mails = (await readOutbox(dataDir)).filter(({ to }) => to === adasAccount.email)
      const [, found] = /\/export\?token=([\w.-]+)/.exec(mails.at(-1)?.text ?? '') ?? []
      if (!found) throw new Error('No mail has a link.')
      return { token: found, text: mails.at(-1)?.text.replaceAll(/\s+/g, ' ') }
    })
    /** Without a session. */
    const read = (given = token) => app.inject(apiPaths.exportLink(given))
    const download = (given = token, headers = {}) =>
      app.inject({
        method: 'POST',
        url: '/export',
        headers: { 'content-type': form, ...headers },
        payload: new URLSearchParams({ token: given }).toString(),
      })
    const expectDead = async (given = token) => {
      const shown = await read(given)
      expect([shown.statusCode, shown.json().error]).toEqual([404, dead])
      const posted = await download(given)
      expect(posted.statusCode).toBe(404)
      expect(posted.body).not.toContain('uwaterloo')
    }
    return { ...site, clock, token, text, read, download, expectDead }
  }

  it('can be downloaded by the link in the mail until the account is removed', async () => {
    const { db, clock, token, text, read, download, expectDead } = await open()
    expect(text).toContain('You can download your data until your account is deleted: ')
    expect(JSON.stringify(await readAllTables(db))).not.toContain(token)
    const shown = await read()
    expect(shown.headers['cache-control']).toBe('no-store')
    expect(shown.json()).toEqual({ keptUntil: '2026-12-15T12:00:00.000Z' })

    // As a browser that comes from a mail sends it.
    const fromMail = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-dest': 'document',
      origin: 'null',
    }
    const exported = await download(token, fromMail)
    expect([exported.statusCode, exported.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="quad-export.json"',
    ])
    expect(exported.headers['cache-control']).toBe('no-store')
    expect(exported.json()).toMatchObject({
      user: { id: 1, email: adasAccount.email },
      listings: [{ title: listingInputs.misc.title, status: 'removed' }],
      decisions: [{ action: 'ban' }],
    })
    expect(exported.body).not.toMatch(/argon2|mylaurier/)

    clock.now += 30 * dayMs - 1
    expect((await read()).statusCode).toBe(200)
    clock.now += 1
    await db.transaction((tx) => removeAccount(tx, 1, { appUrl: '', now: clock.now }))
    await expectDead()
  })

  it('can be downloaded by the link twenty times an hour', async () => {
    const { db, clock, download } = await open()
    expect((await download()).statusCode).toBe(200)
    await db.run(sql`UPDATE rate_limits SET count = 19 WHERE bucket LIKE 'exports:%'`)
    expect((await download()).statusCode).toBe(200)
    const refused = await download()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect(refused.body).toContain('You can download your data 20 times an hour.')
    expect(refused.headers).not.toHaveProperty('content-disposition')
    clock.now += hourMs
    expect((await download()).statusCode).toBe(200)
  })

  it('cannot be downloaded by the link once the ban is undone, nor after another one', async () => {
    const { db, clock, expectDead } = await open()
    const log = await db.get<{ id: number }>(sql`
      SELECT id FROM moderation_log WHERE action = 'ban'`)
    const undone = { studentId: 1, logId: Number(log?.id), now: clock.now }
    await db.transaction((tx) => liftRestriction(tx, undone))
    await expectDead()
    await db.run(sql`UPDATE users SET banned_at = ${clock.now + 1} WHERE id = 1`)
    await expectDead()
  })

  it('is for the account of the link alone, and not for who signed up with an unproven address', async () => {
    const { db, clock, token, read, download, expectDead } = await open()
    const { now: bannedAt } = clock
    await db.run(sql`UPDATE users SET banned_at = ${bannedAt} WHERE id = 2`)
    const bobs = await createExportToken(db, { id: 2, createdAt: bannedAt, bannedAt })
    expect((await download(bobs)).json()).toMatchObject({ user: { id: 2 } })
    await expectDead(token.replace('1.', '2.'))
    for (const odd of ['x', ' ', '1', '1.', '1.x', '0.x', '../..', 'é\u{1f4a9}', "' OR 1=1 --"]) {
      await expectDead(odd)
    }
    expect((await read('9'.repeat(201))).statusCode).toBe(400)
    await db.run(sql`UPDATE users SET must_confirm = 1, confirmed_at = NULL WHERE id = 1`)
    await expectDead()
  })

  it('is not touched when the link is opened', async () => {
    const { app, db, token } = await open()
    const before = await readAllTables(db)
    for (const method of ['GET', 'HEAD'] as const) {
      await app.inject({ method, url: apiPaths.exportLink(token) })
      await app.inject({ method, url: pagePaths.exportData(token) })
    }
    expect(await readAllTables(db)).toEqual(before)
  })
})
