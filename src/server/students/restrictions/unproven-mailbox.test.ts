import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { ada, createClient, createLoggedInClient } from '#tests/support/http-client.ts'
import { waitForCodes } from '#tests/support/mailed-codes.ts'
import { findResetLink } from '#tests/support/reset-link.ts'
import { banTestStudent, suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import { dayMs } from '../../durations.ts'
import { readSuspension } from '../session-user.ts'
import { findUser } from '../user-queries.ts'
import { liftRestriction } from './lift-restriction.ts'

const plusAda = (tag: string) => ({ ...ada, email: at(`ada+${tag}`) })

describe.each(anyEngine)('an account that has to confirm, on %s', (engine) => {
  /** Opens a site where Ada has confirmed, and a stranger has signed up with another address of her mailbox. */
  async function open() {
    const { app, db, clock, dataDir } = await buildTestApp(engine, { VERIFY_EMAIL: 'on' })
    const confirm = (id: number) =>
      db.run(sql`UPDATE users SET confirmed_at = ${clock.now} WHERE id = ${id}`)
    const adas = await createLoggedInClient(app)
    await confirm(1)
    const strangers = await createLoggedInClient(app, plusAda('stranger'))
    const { now } = clock
    const lift = (logId: number) =>
      db.transaction((tx) => liftRestriction(tx, { studentId: 2, logId, now }))
    return { app, db, now, dataDir, adas, strangers, confirm, lift }
  }

  it('is suspended alone, also once it is confirmed', async () => {
    const { app, db, now, adas, strangers, confirm, lift } = await open()
    const logId = await suspendTestStudent(db, { studentId: 2, now })
    const another = await createLoggedInClient(app, plusAda('me'))
    await confirm(3)
    for (const client of [adas, another]) {
      expect((await client.get(apiPaths.me)).body).toMatchObject({ suspension: null })
    }
    await confirm(2)
    const suspended = { suspension: { until: expect.any(String) } }
    expect((await strangers.get(apiPaths.me)).body).toMatchObject(suspended)
    expect((await adas.get(apiPaths.me)).body).toMatchObject({ suspension: null })
    await lift(logId)
    expect((await strangers.get(apiPaths.me)).body).toMatchObject({ suspension: null })
  })

  it('is banned alone', async () => {
    const { app, db, now, adas, strangers, lift } = await open()
    const logId = await banTestStudent(db, { studentId: 2, now })
    expect((await strangers.get(apiPaths.me)).body).toEqual({ error: 'Not signed in' })
    expect((await adas.get(apiPaths.me)).body).toMatchObject({ firstName: 'Ada' })
    expect((await createClient(app).logIn()).status).toBe(200)
    expect((await createClient(app).post(apiPaths.users, plusAda('me'))).status).toBe(201)
    const logIn = () => createClient(app).logIn(plusAda('stranger'))
    expect(await logIn()).toMatchObject({ status: 403, body: { code: 'banned' } })
    await lift(logId)
    expect((await logIn()).status).toBe(200)
  })

  it('does not notice a ban of the mailbox, whose student alone is told', async () => {
    const { app, db, now, adas, strangers, lift } = await open()
    const suspended = await suspendTestStudent(db, { studentId: 2, now })
    await banTestStudent(db, { studentId: 1, now })
    expect((await adas.get(apiPaths.me)).body).toEqual({ error: 'Not signed in' })
    expect(await createClient(app).logIn()).toMatchObject({ status: 403, body: { code: 'banned' } })
    const noticesNothing = async () => {
      expect((await strangers.get(apiPaths.me)).body).toMatchObject({ confirmation: 'required' })
      expect((await createClient(app).logIn(plusAda('stranger'))).status).toBe(200)
    }
    await noticesNothing()
    await lift(suspended)
    await noticesNothing()
  })

  it('is made for a banned mailbox too, and refused once somebody proves to read it', async () => {
    const { app, db, now, dataDir } = await open()
    await banTestStudent(db, { studentId: 1, now })
    const student = plusAda('new')
    const free = { ...student, email: at('free+new') }
    const answers = await Promise.all(
      [student, free].map(async (each) => {
        const { status, body } = await createClient(app).post(apiPaths.users, each)
        return [status, Object.keys(body as object)]
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject([201, expect.arrayContaining(['id'])])
    const client = createClient(app)
    expect((await client.logIn(student)).status).toBe(200)

    const banned = {
      status: 403,
      body: { code: 'banned', error: expect.stringContaining('The reason: Scam') },
    }
    const [code] = await waitForCodes(dataDir, student.email, 1)
    for (let time = 0; time < 2; time++) {
      expect(await client.post(apiPaths.confirmEmail, { code })).toMatchObject(banned)
    }
    expect((await client.get(apiPaths.me)).body).toMatchObject({ confirmation: 'required' })
    await client.post(apiPaths.requestPasswordReset, { email: student.email })
    const token = (await findResetLink(dataDir, student.email)).split('#token=')[1]
    const { password, confirmPassword } = ada
    const reset = { token, password, confirmPassword }
    expect(await createClient(app).post(apiPaths.resetPassword, reset)).toMatchObject(banned)
    expect(
      await db.get(sql`SELECT confirmed_at FROM users WHERE email = ${student.email}`),
    ).toEqual({ confirmed_at: null })
  })

  it('learns of a suspension of the mailbox, which holds, once it is confirmed', async () => {
    const { db, now, strangers, confirm } = await open()
    await suspendTestStudent(db, { studentId: 1, now })
    expect((await strangers.get(apiPaths.me)).body).toMatchObject({ suspension: null })
    const post = () => strangers.post('/api/misc', {})
    expect(await post()).toMatchObject({ status: 403, body: { code: 'unconfirmed' } })
    await confirm(2)
    const suspension = { message: expect.stringContaining('The reason: Scam') }
    expect((await strangers.get(apiPaths.me)).body).toMatchObject({ suspension })
    const refused = { status: 403, body: { code: 'suspended' } }
    expect(await post()).toMatchObject(refused)
    // A year later, a new code is needed too. The error about the suspension comes first, because a code wouldn't help.
    await db.run(sql`UPDATE users SET confirmed_at = ${now - 366 * dayMs} WHERE id = 2`)
    const both = { confirmation: 'due', suspension }
    expect((await strangers.get(apiPaths.me)).body).toMatchObject(both)
    expect(await post()).toMatchObject(refused)
  })

  it('is suspended at once where nobody has to confirm any more', async () => {
    const { db, now } = await open()
    await suspendTestStudent(db, { studentId: 1, now })
    const stranger = await findUser(db, 2)
    const read = (verifyEmail: boolean) =>
      stranger && readSuspension(db, stranger, { verifyEmail, now })
    expect(await read(true)).toBeNull()
    expect(await read(false)).toMatchObject({ message: expect.any(String) })
  })
})
