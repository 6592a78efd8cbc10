import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { engines } from '#tests/support/databases.ts'
import { strongPassword } from '#tests/support/http-client.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import { findResetLink } from '#tests/support/reset-link.ts'
import { banTestStudent } from '#tests/support/restrict-test-student.ts'
import {
  adaClaims,
  addWaysIn,
  countWaysIn,
  openBrowser,
  signUp,
  signUpWithPassword,
  start,
  startUniversities,
  withPassword,
} from '#tests/support/university-site.ts'
import { dayMs } from '../../durations.ts'

stayOnBuiltInCampus()

const { openSite, providers, setAccount } = startUniversities()

describe.each(engines)('a university account on %s', (engine) => {
  it('creates a confirmed account, and later finds it by issuer and subject alone', async () => {
    const site = await openSite(engine)
    const { browser, db } = site
    expect((await browser.get(apiPaths.loginWays)).body).toEqual({
      password: true,
      universities: [
        { key: 'waterloo', label: 'WatIAM' },
        { key: 'laurier', label: 'Laurier ID' },
      ],
    })
    const first = await browser.logIn('ada', `${start}?next=%2Frentals%2Fcreate`)
    expect([first.status, first.location]).toEqual([303, '/rentals/create'])
    const me = await browser.me()
    expect(me).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: at('ada'),
      confirmation: 'confirmed',
      mayPost: true,
    })
    expect(await browser.security()).toMatchObject({
      hasPassword: false,
      university: { key: 'waterloo', label: 'WatIAM' },
      ways: ['emailedCode', 'university'],
      isProved: false,
    })
    const { body: exported } = await browser.get(apiPaths.accountExport)
    expect(exported.universityAccount).toMatchObject({
      issuer: providers.waterloo,
      subject: 'ada',
      joinedAt: '2026-11-15T12:00:00.000Z',
    })
    const events = (await browser.get(apiPaths.securityEvents)).body as { kind: string }[]
    expect(events.map(({ kind }) => kind)).toContain('university account joined')
    // No password opens the account, not even an empty one.
    for (const password of ['', 'x', strongPassword]) {
      const { status } = await browser.post(apiPaths.login, { email: me.email, password })
      expect(status).not.toBe(200)
    }

    // The address was given to somebody else, and Ada has a new one that is not even verified.
    await setAccount('ada', { ...adaClaims, email: at('countess'), email_verified: false })
    const again = openBrowser(site.app)
    expect((await again.logIn()).location).toBe(pagePaths.dashboard)
    expect((await again.me()).id).toBe(me.id)
    await setAccount('newcomer', adaClaims)
    const newcomer = openBrowser(site.app)
    const refused = await newcomer.logIn('newcomer')
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('connected to another WatIAM account. Write to us at'),
    ])
    expect((await newcomer.me()).error).toBe('Not signed in')

    // A year later the university confirms the address again.
    await setAccount('ada', adaClaims)
    site.clock.now += 366 * dayMs
    const due = openBrowser(site.app)
    await due.logIn()
    expect(await due.me()).toMatchObject({ id: me.id, confirmation: 'confirmed' })
    expect(await db.all(sql`SELECT user_id, last_login_at FROM university_accounts`)).toEqual([
      { user_id: me.id, last_login_at: site.clock.now },
    ])
  })

  it('is joined to a confirmed account with its password', async () => {
    const site = await openSite(engine)
    const owner = await signUpWithPassword(site)
    const { id } = await owner.me()
    const { browser, dataDir } = site
    expect((await browser.logIn('ada', `${start}?next=/saved`)).location).toBe(
      pagePaths.universityLogin,
    )
    expect((await browser.me()).error).toBe('Not signed in')
    expect((await browser.get(apiPaths.waitingUniversityLogin)).body).toMatchObject({
      label: 'WatIAM',
      step: 'proof',
      email: at('ada'),
      hasPassword: true,
      isCodeEnough: true,
      problem: null,
    })
    expect((await browser.submit('password', { password: 'wrong' })).location).toBe(
      pagePaths.universityLogin,
    )
    expect((await browser.get(apiPaths.waitingUniversityLogin)).body.problem).toBe('Wrong password')
    // A form of another site has no token.
    await browser.submit('password', { password: strongPassword, token: 'x' })
    expect((await browser.me()).error).toBe('Not signed in')
    // The names of the claims do not create a second account.
    const named = await browser.submit('names', { firstName: 'Eve', lastName: 'Stone' })
    expect(named.status).toBe(409)
    expect((await browser.me()).error).toBe('Not signed in')

    await browser.logIn('ada', named.again?.path)
    expect((await browser.submit('password', { password: strongPassword })).location).toBe('/saved')
    expect(await browser.me()).toMatchObject({ id, firstName: 'Eve' })
    expect(await owner.me()).toMatchObject({ id })
    await vi.waitFor(async () => {
      const [mail] = (await readOutbox(dataDir)).filter(({ subject }) => subject.includes('WatIAM'))
      expect(mail?.subject).toBe('You can log in to Quad with WatIAM now')
    })
    // The login is finished.
    expect((await browser.get(apiPaths.waitingUniversityLogin)).status).toBe(404)
    const later = openBrowser(site.app)
    expect((await later.logIn()).location).toBe(pagePaths.dashboard)
    expect((await later.me()).id).toBe(id)
  })

  it('replaces another one of the same university only with the password', async () => {
    const site = await openSite(engine)
    const owner = await signUpWithPassword(site)
    const { id } = await owner.me()
    await site.browser.logIn()
    await site.browser.submit('password', { password: strongPassword })
    // The address belongs to somebody else now, who reads its mailbox.
    await setAccount('newcomer', adaClaims)
    const newcomer = openBrowser(site.app)
    const codes = sql`SELECT 1 FROM confirmation_codes`
    expect((await newcomer.logIn('newcomer')).location).toBe(pagePaths.universityLogin)
    expect((await newcomer.get(apiPaths.waitingUniversityLogin)).body).toMatchObject({
      hasPassword: true,
      isCodeEnough: false,
    })
    for (const [form, fields] of [
      ['send code', {}] as const,
      ['code', { code: '000000' }] as const,
    ]) {
      await newcomer.submit(form, fields)
      const { problem } = (await newcomer.get(apiPaths.waitingUniversityLogin)).body
      expect(problem).toContain('connected to another WatIAM account, so a code is not enough')
      expect(await site.db.all(codes)).toEqual([])
    }
    expect((await newcomer.me()).error).toBe('Not signed in')
    expect((await openBrowser(site.app).logIn()).location).toBe(pagePaths.dashboard)
    await newcomer.submit('password', { password: strongPassword })
    expect((await newcomer.me()).id).toBe(id)
    expect((await openBrowser(site.app).logIn()).location).toBe(pagePaths.universityLogin)
  })

  it('finds the confirmed account of a plus address, and no unconfirmed one', async () => {
    const site = await openSite(engine)
    for (const email of [at('ada+x'), at('ada+quad'), at('ada+y')]) {
      await site.browser.post(apiPaths.users, { ...withPassword, email })
    }
    const now = site.clock.now
    await site.db.run(sql`UPDATE users SET confirmed_at = ${now} WHERE email LIKE '%quad%'`)
    expect((await site.browser.logIn()).location).toBe(pagePaths.universityLogin)
    await site.browser.submit('send code')
    const { code } = await vi.waitFor(async () => {
      const mail = await site.waitForCode(at('ada+quad'))
      expect(mail.subject).toContain('connect')
      return mail
    })
    await site.browser.submit('code', { code })
    expect(await site.browser.me()).toMatchObject({ email: at('ada+quad') })
    site.clock.now += 366 * dayMs
    await site.browser.logIn()
    expect(await site.browser.me()).toMatchObject({ confirmation: 'confirmed' })
    // Another person of the university gets an account of their own.
    await setAccount('newcomer', adaClaims)
    const newcomer = openBrowser(site.app)
    expect((await newcomer.logIn('newcomer')).location).toBe(pagePaths.dashboard)
    expect(await newcomer.me()).toMatchObject({ email: at('ada') })
  })

  it('is not joined after too many wrong passwords', async () => {
    const site = await openSite(engine)
    await signUpWithPassword(site)
    const { browser } = site
    // The tries count for the account, whose address may be another one of the mailbox.
    const email = at('ada+quad')
    await site.db.run(sql`UPDATE users SET email = ${email}`)
    await browser.logIn()
    for (let tries = 0; tries < 10; tries++) await browser.submit('password', { password: 'wrong' })
    await browser.submit('password', { password: strongPassword })
    const { body } = await browser.get(apiPaths.waitingUniversityLogin)
    expect(body.problem).toContain('Too many failed tries')
    const login = { email, password: strongPassword }
    expect((await openBrowser(site.app).post(apiPaths.login, login)).status).toBe(429)
  })

  it('is joined with a code from the mailbox, which is good for nothing else', async () => {
    const site = await openSite(engine)
    const owner = await signUpWithPassword(site)
    const { browser } = site
    await browser.logIn()
    expect((await browser.submit('send code')).location).toBe(pagePaths.universityLogin)
    const { body } = await browser.get(apiPaths.waitingUniversityLogin)
    expect(body).toMatchObject({ isCodeSent: true, problem: null })
    const { code } = await vi.waitFor(async () => {
      const mail = await site.waitForCode()
      expect(mail.subject).toMatch(/^\d{6} is your Quad code to connect your university account$/)
      return mail
    })
    await site.db.run(sql`UPDATE users SET confirmed_at = 0`)
    expect((await owner.post(apiPaths.confirmEmail, { code })).status).toBe(400)
    const wrong = code === '000000' ? '000001' : '000000'
    await browser.submit('code', { code: wrong })
    expect((await browser.get(apiPaths.waitingUniversityLogin)).body.problem).toBe(
      "That code isn't right. 4 tries left.",
    )
    // Somebody else may have had the address until now, and must not share the account.
    await addWaysIn(site.db, (await owner.me()).id)
    expect((await browser.submit('code', { code })).location).toBe(pagePaths.dashboard)
    expect(await browser.me()).toMatchObject({ firstName: 'Eve', confirmation: 'confirmed' })
    expect((await owner.me()).error).toBe('Not signed in')
    const login = { email: signUp.email, password: strongPassword }
    expect((await owner.post(apiPaths.login, login)).status).toBe(401)
    expect(await countWaysIn(site.db)).toEqual([0, 0, 0, 0])
    expect(await browser.security()).toMatchObject({
      hasPassword: false,
      ways: ['emailedCode', 'university'],
    })
    await vi.waitFor(async () => {
      const texts = (await readOutbox(site.dataDir)).map(({ text }) => text.replaceAll(/\s+/g, ' '))
      expect(texts.join()).toContain('The code also removes the password and the passkeys')
      expect(texts.join()).toContain('we removed the password of the account, its passkeys no')
    })
  })

  it('leaves staff their second factor after a code, but no way to log in', async () => {
    const site = await openSite(engine)
    const owner = await signUpWithPassword(site)
    await addWaysIn(site.db, (await owner.me()).id)
    await site.db.run(sql`UPDATE users SET role = 'moderator'`)
    await site.browser.logIn()
    await site.browser.submit('send code')
    const { code } = await vi.waitFor(async () => {
      const mail = await site.waitForCode()
      expect(mail.subject).toContain('connect')
      return mail
    })
    await site.browser.submit('code', { code })
    expect(await site.browser.me()).toMatchObject({ role: 'student', secondFactor: 'due' })
    expect(await site.browser.security()).toMatchObject({ passkeys: [{ logsIn: false }] })
    expect(await countWaysIn(site.db)).toEqual([1, 1, 1, 0])
    expect((await owner.me()).error).toBe('Not signed in')
  })

  it('opens the account no more once a reset link has proved its mailbox', async () => {
    const site = await openSite(engine)
    const { app, browser, dataDir } = site
    await browser.logIn()
    const { id } = await browser.me()
    // The address belongs to somebody else now, who reads its mailbox.
    await setAccount('ada', { ...adaClaims, email: at('countess') })
    await setAccount('newcomer', adaClaims)
    const newcomer = openBrowser(app)
    await newcomer.post(apiPaths.requestPasswordReset, { email: adaClaims.email })
    const [, token] = (await findResetLink(dataDir, adaClaims.email)).split('token=')
    const password = 'a new password 1!'
    const reset = await newcomer.post(apiPaths.resetPassword, { token, password })
    expect(reset.body.notice).toContain('Your university account is no longer connected.')
    expect((await browser.me()).error).toBe('Not signed in')
    await vi.waitFor(async () => {
      const [mail] = (await readOutbox(dataDir)).filter(({ subject }) => /changed/.test(subject))
      expect(mail?.text).toContain('no longer connected')
    })
    const former = openBrowser(app)
    expect((await former.logIn()).location).toBe(pagePaths.dashboard)
    expect(await former.me()).toMatchObject({ email: at('countess') })
    expect((await former.me()).id).not.toBe(id)
    // The new owner connects their own university account with the password.
    await newcomer.logIn('newcomer')
    await newcomer.submit('password', { password })
    expect((await newcomer.me()).id).toBe(id)
  })

  it('clears an unconfirmed account of everything that a stranger put into it', async () => {
    const site = await openSite(engine)
    const stranger = await signUpWithPassword(site, false)
    const { id } = await stranger.me()
    await stranger.post(apiPaths.requestPasswordReset, { email: signUp.email })
    await site.db.run(sql`UPDATE users SET mail_reminders = 0, shows_email = 0 WHERE id = ${id}`)
    await addWaysIn(site.db, id)
    const seller = openBrowser(site.app)
    const { body } = await seller.post(apiPaths.users, {
      ...withPassword,
      email: at('bob'),
    })
    const listingId = await insertTestListing(site.db, body.id)
    await site.db.run(sql`
      INSERT INTO favourites (user_id, listing_id, created_at, known_at, known_status)
      VALUES (${id}, ${listingId}, 1, 1, 'available')`)
    await site.db.run(sql`
      INSERT INTO saved_searches
        (user_id, category, query, frequency, seen_rank, created_at, wanted_at)
      VALUES (${id}, 'misc', 'q=lamp', 'soon', 0, 1, 1)`)
    const { browser } = site
    expect((await browser.logIn()).location).toBe(pagePaths.dashboard)
    expect(await browser.me()).toMatchObject({ id, firstName: 'Ada', confirmation: 'confirmed' })
    expect((await browser.get(apiPaths.account)).body).toMatchObject({
      mailReminders: true,
      showsEmail: true,
    })
    expect(await site.db.all(sql`SELECT 1 FROM favourites`)).toEqual([])
    expect(await browser.security()).toMatchObject({ hasPassword: false })
    expect(await countWaysIn(site.db)).toEqual([0, 0, 0, 0])
    expect((await browser.get(apiPaths.savedSearches)).body).toEqual({ results: [] })
    expect((await stranger.me()).error).toBe('Not signed in')
    const { status } = await stranger.post(apiPaths.login, {
      email: signUp.email,
      password: strongPassword,
    })
    expect(status).toBe(401)
    expect(await site.db.all(sql`SELECT 1 FROM password_resets`)).toEqual([])
    const codes = sql`SELECT 1 FROM confirmation_codes WHERE user_id = ${id}`
    expect(await site.db.all(codes)).toEqual([])
    await vi.waitFor(async () => {
      const mails = await readOutbox(site.dataDir)
      const joined = mails.find(({ subject }) => subject.includes('WatIAM'))
      expect(joined?.text.replaceAll(/\s+/g, ' ')).toContain(
        'we removed its password, its passkeys, its name',
      )
    })
  })

  it('removes a password that may be a stranger’s, on a site without codes', async () => {
    const site = await openSite(engine, { VERIFY_EMAIL: 'off' })
    const stranger = await signUpWithPassword(site, false)
    const { browser } = site
    await addWaysIn(site.db, (await stranger.me()).id)
    await browser.logIn()
    await browser.submit('send code')
    const { code } = await site.waitForCode()
    await browser.submit('code', { code })
    expect((await browser.me()).email).toBe(at('ada'))
    expect((await stranger.me()).error).toBe('Not signed in')
    const [passkeys, , , devices] = await countWaysIn(site.db)
    expect([passkeys, devices]).toEqual([0, 0])
    const { status } = await stranger.post(apiPaths.login, {
      email: signUp.email,
      password: strongPassword,
    })
    expect(status).toBe(401)
  })

  it('asks for names that the university does not send, or that we refuse', async () => {
    const { browser, countStudents } = await openSite(engine)
    await setAccount('ada', { ...adaClaims, given_name: undefined, family_name: 'Quad Support' })
    expect((await browser.logIn()).location).toBe(pagePaths.universityLogin)
    expect(await countStudents()).toBe(0)
    const waiting = async () => (await browser.get(apiPaths.waitingUniversityLogin)).body
    expect(await waiting()).toMatchObject({ step: 'names', firstName: '' })
    await browser.submit('names', { firstName: 'evil.example', lastName: 'Lovelace' })
    expect(await waiting()).toMatchObject({
      firstName: 'evil.example',
      problem: "First name: Use letters, spaces, ' and - only.",
    })
    await browser.submit('names', { firstName: 'Ada', lastName: '' })
    expect((await waiting()).problem).toMatch(/^Last name: /)
    expect((await browser.submit('names', { firstName: 'Ada', lastName: 'Byron' })).location).toBe(
      pagePaths.dashboard,
    )
    expect(await browser.me()).toMatchObject({ firstName: 'Ada', lastName: 'Byron' })
  })

  it('never opens a banned account, nor a new one of its mailbox', async () => {
    const site = await openSite(engine)
    await site.browser.logIn()
    const { id } = await site.browser.me()
    await banTestStudent(site.db, { studentId: id, now: site.clock.now })
    const banned = await openBrowser(site.app).logIn()
    expect([banned.status, banned.text]).toEqual([403, expect.stringContaining('was closed')])
    await site.db.run(sql`DELETE FROM users`)
    expect((await openBrowser(site.app).logIn()).status).toBe(403)
    expect(await site.countStudents()).toBe(0)
  })
})
