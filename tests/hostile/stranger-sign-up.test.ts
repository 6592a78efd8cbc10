import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { campus } from '#campus/campus.ts'
import { apiPaths } from '#contract/paths.ts'
import { hourMs } from '#server/durations.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import {
  buildTestAppWithUsers,
  createJsonClient,
} from '#tests/support/build-test-app-with-users.ts'
import { anyEngine } from '#tests/support/databases.ts'
import {
  ada,
  bob as bobsAccount,
  createClient,
  createLoggedInClient,
} from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { waitForCodes } from '#tests/support/mailed-codes.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { createFileForm, encodeForm } from '#tests/support/photo-app.ts'
import { fourColorImage } from '#tests/support/photo-files.ts'
import { findResetLink } from '#tests/support/reset-link.ts'
import { at } from '../support/campus-email.ts'

const president = { ...ada, firstName: 'Impostor', email: at('president') }
const plus = (tag: string) => ({ ...ada, firstName: 'Eve', email: at(`ada+${tag}`) })
const ownPassword = 'the real president 1!'

describe.each(anyEngine)("a stranger with another's address, on %s", (engine) => {
  it('can publish nothing and read no address, and loses it to its owner', async () => {
    const site = await buildTestAppWithUsers(engine, { VERIFY_EMAIL: 'on' })
    const { app, dataDir } = site
    const { id } = (await site.ada.post(apiPaths.list('misc'), listingInputs.misc)).body
    const stranger = await createLoggedInClient(app, president)

    const photo = encodeForm(createFileForm('image', await fourColorImage().jpeg().toBuffer()))
    for (const refused of [
      await stranger.post(apiPaths.list('misc'), listingInputs.misc),
      await stranger.send({ method: 'POST', url: apiPaths.upload, ...photo }),
      await stranger.get(apiPaths.contact('misc', id)),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: { code: 'unconfirmed' } })
    }
    const listing = await stranger.get(apiPaths.listing('misc', id))
    expect(listing.status).toBe(200)
    expect(JSON.stringify(listing.body)).not.toContain(ada.email)

    const settings = { showsEmail: false, mailReminders: false }
    const changed = await stranger.send({
      method: 'PATCH',
      url: apiPaths.account,
      payload: settings,
    })
    expect(changed.body).toMatchObject(settings)
    const favourite = apiPaths.favourite('misc', id)
    expect((await stranger.send({ method: 'PUT', url: favourite })).status).toBe(204)
    // This search dates from a time without VERIFY_EMAIL.
    const strangerId = (await createJsonClient(stranger).get(apiPaths.me)).body.id
    await site.db.run(sql`
      INSERT INTO saved_searches (user_id, category, query, frequency, seen_rank, created_at, wanted_at)
      VALUES (${strangerId}, 'misc', 'q=lamp', 'daily', 0, 0, 0)`)
    await site.db.run(sql`
      INSERT INTO blocks (blocker_id, blocked_id, blocked_hash, created_at)
      VALUES (${strangerId}, 1, 'a hash', 0)`)

    const owner = createClient(app, { address: '198.51.100.7' })
    await owner.post(apiPaths.requestPasswordReset, { email: president.email })
    const link = await findResetLink(dataDir, president.email)
    const [, token] = link.split('token=')
    const reset = (password: string) => owner.post(apiPaths.resetPassword, { token, password })
    expect(await reset('Password1!')).toMatchObject({
      status: 400,
      body: { fields: { password: 'This password is too common. Choose another one.' } },
    })
    expect(await reset(ownPassword)).toMatchObject({
      status: 200,
      body: { notice: expect.stringContaining('Set your own name') },
    })
    expect((await stranger.get(apiPaths.me)).body).toEqual({ error: 'Not signed in' })
    expect((await stranger.logIn(president)).status).toBe(401)
    const loggedIn = await owner.logIn({ email: president.email, password: ownPassword })
    expect(loggedIn).toMatchObject({ status: 200, body: { confirmation: 'confirmed' } })
    expect((await owner.get(apiPaths.account)).body).toMatchObject({
      firstName: 'Student',
      lastName: campus.universities[0]?.shortName,
      showsEmail: true,
      mailReminders: true,
      favourites: [],
    })
    const exported = (await owner.get(apiPaths.accountExport)).body
    expect(exported).toMatchObject({ favourites: [], savedSearches: [], blocks: [] })
    expect(JSON.stringify(exported)).not.toContain(president.firstName)
    expect((await owner.post(apiPaths.list('misc'), listingInputs.misc)).status).toBe(201)

    const mails = await vi.waitFor(async () => {
      const received = await readOutbox(dataDir)
      const ours = received.filter(({ to }) => to === president.email)
      expect(ours.map(({ subject }) => subject).sort()).toEqual([
        expect.stringMatching(`^\\d{6} is your ${campus.brand} code$`),
        `Reset your ${campus.brand} password`,
        `Your ${campus.brand} password was changed`,
      ])
      return ours
    })
    expect(JSON.stringify(mails)).not.toContain(president.firstName)
  })
})

describe.each(anyEngine)('a student who has not confirmed, on %s', (engine) => {
  it('keeps name and favourites after a reset in the browser where they signed up', async () => {
    const site = await buildTestAppWithUsers(engine, { VERIFY_EMAIL: 'on' })
    const { id } = (await site.ada.post(apiPaths.list('misc'), listingInputs.misc)).body
    const cleo = { ...ada, firstName: 'Cleo', email: at('cleo') }
    const student = await createLoggedInClient(site.app, cleo)
    await student.send({ method: 'PUT', url: apiPaths.favourite('misc', id) })
    await student.post(apiPaths.requestPasswordReset, { email: cleo.email })
    const [, token] = (await findResetLink(site.dataDir, cleo.email)).split('token=')
    const { body } = await student.post(apiPaths.resetPassword, { token, password: ownPassword })
    expect(body).toEqual({ message: 'Your password was changed.' })
    const loggedIn = await student.logIn({ email: cleo.email, password: ownPassword })
    expect(loggedIn.body).toMatchObject({ firstName: 'Cleo', favourites: [id] })
  })
})

describe.each(anyEngine)('a stranger with a plus address of a student, on %s', (engine) => {
  /**
   * Opens a site where Ada and Bob have confirmed and sell something. Eve has signed up with an address of Ada's mailbox.
   */
  async function open(settings: Record<string, string> = {}) {
    const site = await buildTestAppWithUsers(engine, { VERIFY_EMAIL: 'on', ...settings })
    const post = async (seller: typeof site.ada) =>
      (await seller.post(apiPaths.list('misc'), listingInputs.misc)).body.id
    const [adas, bobs] = [await post(site.ada), await post(site.bob)]
    const eve = createJsonClient(await createLoggedInClient(site.app, plus('spy')))
    const confirmEve = () =>
      site.db.run(sql`UPDATE users SET confirmed_at = 1 WHERE email = ${plus('spy').email}`)
    return { ...site, adas, bobs, eve, confirmEve }
  }

  it('does not export whose addresses the student has seen', async () => {
    const { ada: student, bobs, eve, confirmEve } = await open()
    await student.get(apiPaths.contact('misc', bobs))
    const read = async () => (await eve.get(apiPaths.accountExport)).body.addressesSeen
    expect(await read()).toEqual([])
    await confirmEve()
    expect(await read()).toEqual([{ day: '2026-11-15', sellerId: 2 }])
  })

  it('is not told which listings are those of the student', async () => {
    const { adas, eve, confirmEve } = await open({ LISTING_ACCESS: 'open' })
    const ask = async () => {
      const contact = await eve.get(apiPaths.contact('misc', adas))
      const saved = await eve.put(apiPaths.favourite('misc', adas))
      return [contact.body.reason, contact.body.messages, saved.status]
    }
    expect(await ask()).toEqual([undefined, true, 204])
    await confirmEve()
    expect(await ask()).toEqual(['own', false, 400])
  })

  it('is not told who has blocked the student', async () => {
    const { bob, bobs, eve, confirmEve } = await open({ LISTING_ACCESS: 'open' })
    await bob.put(apiPaths.block(1))
    const ask = async () => {
      const { email, messages } = (await eve.get(apiPaths.contact('misc', bobs))).body
      return [email, messages]
    }
    expect(await ask()).toEqual([bobsAccount.email, true])
    await confirmEve()
    expect(await ask()).toEqual([null, false])
  })

  it('can be reported by the student, of whom it is not known to be an account', async () => {
    const { ada: student, eve, confirmEve, db } = await open()
    const { id } = (await eve.get(apiPaths.me)).body
    await db.run(sql`UPDATE listings SET seller_id = ${id} WHERE id = 1`)
    const report = { reason: 'scam', note: 'This is not me.' }
    expect((await student.post(apiPaths.report('misc', 1), report)).status).toBe(201)
    await confirmEve()
    expect((await student.post(apiPaths.report('misc', 1), report)).status).toBe(403)
  })

  it('neither uses up nor learns of the codes and tries of the student', async () => {
    const { app, db, dataDir } = await buildTestApp(engine, { VERIFY_EMAIL: 'on' })
    for (let tag = 0; tag < 21; tag++) await createClient(app).post(apiPaths.users, plus(`${tag}`))
    expect(await db.all(sql`SELECT id FROM confirmation_codes`)).toHaveLength(20)
    const eve = await createLoggedInClient(app, plus('0'))
    const guess = () => eve.post(apiPaths.confirmEmail, { code: '000000' })
    await guess()
    await db.run(sql`UPDATE rate_limits SET count = 20 WHERE bucket LIKE 'confirmation-try:%'`)
    expect((await guess()).status).toBe(429)
    const student = await createLoggedInClient(app)
    const [code = ''] = await waitForCodes(dataDir, ada.email, 1)
    expect((await student.post(apiPaths.confirmEmail, { code })).status).toBe(200)
  })

  it('cannot keep the student from a reset mail', async () => {
    const { app, db, clock } = await open({ RATE_LIMIT: 'on' })
    const resets = async (email: string, times: number) => {
      // Each request comes from another network, beyond the limit for one client.
      const clients = Array.from({ length: times }, (_, i) =>
        createClient(app, { address: `198.51.100.${i}` }),
      )
      await Promise.all(
        clients.map((client) => client.post(apiPaths.requestPasswordReset, { email })),
      )
    }
    const mails = async () =>
      (await db.all(sql`SELECT 1 AS one FROM security_events WHERE user_id = 1`)).length
    for (const tag of ['a', 'b', 'c']) await createClient(app).post(apiPaths.users, plus(tag))
    // Addresses without an account and addresses of strangers do not count for Ada.
    for (const email of [at('ada+none'), plus('a').email, plus('b').email]) {
      await resets(email, 35)
    }
    expect(await mails()).toBe(0)
    await resets(ada.email, 1)
    expect(await mails()).toBe(1)
    // Ada's own emails are limited. One an hour is always sent, even for a network that has used up its limit.
    await resets(ada.email, 40)
    expect(await mails()).toBe(31)
    clock.now += hourMs
    await resets(ada.email, 1)
    expect(await mails()).toBe(32)
  })
})
