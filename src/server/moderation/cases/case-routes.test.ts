import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { campus, domainOf } from '#campus/campus.ts'
import type { UserRole } from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import type { CaseSignal } from '#contract/signals.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { openTestSite } from '#tests/support/backup-site.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { strongPassword } from '#tests/support/http-client.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { insertTestAppeal, insertTestReport } from '#tests/support/moderation-rows.ts'
import { dayMs, hourMs } from '../../durations.ts'
import { writeLog } from '../moderation-log.ts'
import { takeDown } from '../take-down.ts'

/** Opens a site with Ada's listing and its photo, Bob as a moderator, and Cam, who reports. */
async function openModeratedSite(engine: Engine) {
  const site = await openTestSite(engine)
  const { ada, bob, db, clock, upload } = site
  const photo = await upload(ada, 1)
  const { body } = await ada.post('/api/misc', { ...listingInputs.misc, photos: [photo] })
  const listing = { category: 'misc' as const, id: body.id }
  const { id: reporterId } = await insertTestUser(db, at('cam'))
  const setRole = (id: number, role: UserRole) =>
    db.run(sql`UPDATE users SET role = ${role} WHERE id = ${id}`)
  await setRole(2, 'moderator')
  const report = (state: 'open' | 'upheld' | 'rejected', listingId = listing.id) =>
    insertTestReport(db, {
      reporterId,
      studentId: 1,
      listing: { ...listing, id: listingId },
      note: 'He wants money first.',
      createdAt: clock.now,
      state,
    })
  /** Hides or removes the listing as Bob. */
  const decide = (action: 'hide' | 'remove') =>
    db.transaction(async (tx) => {
      const entry = {
        action,
        actorId: 2,
        studentId: 1,
        listing,
        reason: 'scam',
        note: 'No.',
      } as const
      const logId = await writeLog(tx, entry, clock.now)
      const status = action === 'hide' ? 'hidden' : 'removed'
      await takeDown(tx, listing, { status, logId, now: clock.now })
      return logId
    })
  const caseUrl = apiPaths.moderatedListing('misc', listing.id)
  return { ...site, listing, photo, reporterId, setRole, report, decide, caseUrl, mod: bob }
}

describe.each(anyEngine)('what moderators read on %s', { timeout: 30_000 }, (engine) => {
  it('a listing as students see it, with its reports, history and what may be done', async () => {
    const { mod, caseUrl, report, reporterId, listing, db, clock, ada } =
      await openModeratedSite(engine)
    const { body: other } = await ada.post('/api/misc', listingInputs.misc)
    await report('open')
    await report('rejected', other.id)
    // No moderator decided this report, so it is not counted.
    await report('upheld', other.id)
    const entry = { action: 'warn', actorId: 2, studentId: 1, reason: 'scam' } as const
    const logId = await writeLog(db, { ...entry, listing, note: 'Please stop.' }, clock.now)
    await db.run(sql`UPDATE reports SET decision_id = ${logId} WHERE state = 'rejected'`)
    await insertTestAppeal(db, { logId, studentId: 1, createdAt: clock.now })
    const about = await writeLog(db, { ...entry, actorId: null, action: 'hide' }, clock.now)

    const { status, body, headers } = await mod.get(caseUrl)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    const createdAt = new Date(clock.now).toISOString()
    expect(body).toMatchObject({
      category: 'misc',
      listing: { id: listing.id, title: 'Desk lamp', seller: { id: 1, name: 'Ada Lovelace' } },
      takedown: null,
      statusSince: createdAt,
      student: {
        id: 1,
        name: 'Ada Lovelace',
        university: campus.universities[0]?.name,
        memberSince: '2026-11',
        role: 'student',
        suspendedUntil: null,
        bannedAt: null,
      },
      appeals: [{ logId, text: 'It is mine.', createdAt, decision: null, whyNotDecide: null }],
      listings: [
        {
          category: 'misc',
          id: other.id,
          status: 'available',
          postedAt: createdAt,
          openReports: 0,
        },
      ],
      // The entry is about the listing, not about the student.
      seen: logId,
      allowedActions: ['keep', 'ask_to_edit', 'remove', 'warn', 'suspend'],
    })
    expect(body.reports).toEqual([
      {
        id: 1,
        reason: 'scam',
        note: 'He wants money first.',
        createdAt,
        weight: 1,
        isOpen: true,
        outcome: null,
        thread: null,
        deletedListing: null,
        isFromEarlierAccount: false,
        reporter: {
          id: reporterId,
          name: 'Ada Lee',
          memberSince: campusIsoDate(0).slice(0, 7),
          reports: 3,
          upheld: 0,
          rejected: 1,
        },
      },
    ])
    expect(body.log).toMatchObject([
      { id: about, action: 'hide', actor: null, listing: null, note: null, canUndo: false },
      {
        id: logId,
        action: 'warn',
        actor: { id: 2, name: 'Bob Stone' },
        student: { id: 1, name: 'Ada Lovelace' },
        listing: { category: 'misc', id: listing.id, title: 'Desk lamp' },
        reason: 'scam',
        note: 'Please stop.',
        undoneBy: null,
        // The appeal against this decision waits.
        canUndo: false,
      },
    ])
    // The report is about the listing, so it is not in the student's case.
    expect((await mod.get(apiPaths.moderatedStudent(1))).body).toMatchObject({
      reports: [],
      seen: about,
      allowedActions: ['warn', 'suspend'],
      canChangeRole: false,
    })
  })

  it('photos of what was taken down, which are for moderators and the owner', async () => {
    const { app, mod, ada, bob, decide, caseUrl, photo, listing, report, setRole } =
      await openModeratedSite(engine)
    const photoIn = async () => {
      const { body } = await mod.get(caseUrl)
      return (body.listing as { photo_info: { url: string }[] }).photo_info[0]?.url
    }
    const statusFor = async (client: { cookie: () => string }, url: string) =>
      (await app.inject({ url, headers: { cookie: client.cookie() } })).statusCode
    expect(await photoIn()).toBe(photo)
    await report('open')
    for (const action of ['hide', 'remove'] as const) {
      const logId = await decide(action)
      const url = await photoIn()
      expect(url).toBe(photo.replace('/uploads/', `/api/misc/${listing.id}/photos/`))
      expect(await statusFor(mod, `/api${photo}`)).toBe(404)
      expect(await statusFor(mod, url ?? '')).toBe(200)
      expect(await statusFor(ada, url ?? '')).toBe(200)
      const { body } = await mod.get(caseUrl)
      expect(body.takedown).toMatchObject({ id: logId, action, note: 'No.' })
      const ofListing = action === 'hide' ? ['keep', 'ask_to_edit', 'remove'] : []
      expect(body.allowedActions).toEqual([...ofListing, 'warn', 'suspend'])
      const queue = (await mod.get(apiPaths.moderationQueue())).body
      const items = queue.items as { listing: { photo: string; status: string } }[]
      expect(items[0]?.listing.photo).toBe(url?.replace('.webp', '-320.webp'))
      expect(await statusFor(mod, items[0]?.listing.photo ?? '')).toBe(200)
      // The listing's own page still answers 410 to moderators.
      expect(await statusFor(mod, `/api/misc/${listing.id}`)).toBe(410)
      await setRole(2, 'student')
      expect(await statusFor(bob, url ?? '')).toBe(410)
      await setRole(2, 'moderator')
    }
  })

  it('that a listing was edited after it was reported', async () => {
    const { mod, ada, caseUrl, report, listing, db, clock, photo, upload } =
      await openModeratedSite(engine)
    const save = (changes: object) => {
      clock.now += 1000
      const input = { ...listingInputs.misc, photos: [photo], ...changes }
      return ada.put(`/api/misc/${listing.id}`, input)
    }
    const readEditedAt = async () => (await mod.get(caseUrl)).body.editedAt
    await save({ description: 'Before' })
    clock.now += 1000
    await report('open')
    expect(await readEditedAt()).toBeNull()
    await save({ description: 'Before' })
    expect(await readEditedAt()).toBeNull()
    await save({ description: 'After' })
    const editedAt = new Date(clock.now).toISOString()
    expect(await readEditedAt()).toBe(editedAt)
    await ada.post(`/api/misc/${listing.id}/status`, { status: 'pending' })
    await ada.post(`/api/misc/${listing.id}/renew`, {})
    expect(await readEditedAt()).toBe(editedAt)
    await save({ description: 'After', photos: [await upload(ada, 2)] })
    expect(await readEditedAt()).toBe(new Date(clock.now).toISOString())
    await db.run(sql`UPDATE reports SET state = 'upheld'`)
    expect(await readEditedAt()).toBeNull()
  })

  it('nothing of their own, and nothing is said to be there to others', async () => {
    const { ada, visitor, db, setRole, caseUrl, report, mod } = await openModeratedSite(engine)
    await report('open')
    const urls = [
      caseUrl,
      apiPaths.moderatedStudent(1),
      apiPaths.moderationQueue(),
      apiPaths.moderatedStudents(),
      apiPaths.moderationLog(),
      apiPaths.moderationFigures,
    ]
    for (const url of urls) {
      expect((await visitor.get(url)).status, url).toBe(401)
      expect((await ada.get(url)).status, url).toBe(404)
    }
    await setRole(1, 'admin')
    for (const url of urls.slice(0, 2)) {
      const { status, body } = await ada.get(url)
      expect([status, body.error]).toEqual([403, "You can't decide your own case."])
    }
    expect((await ada.get(apiPaths.moderationQueue())).body).toEqual({ items: [], total: 0 })
    expect((await mod.get(apiPaths.moderationQueue())).body.total).toBe(1)
    // Moderators do not see reports about another account of their mailbox, nor how many wait.
    await db.run(sql`UPDATE users SET email = ${at('ada+mod')} WHERE id = 2`)
    expect((await mod.get(apiPaths.moderationQueue())).body.total).toBe(0)
    for (const [client, query, found] of [
      [ada, 'q=lovelace', [{ openReports: 0 }]],
      [mod, 'q=lovelace', [{ openReports: 0 }]],
      [mod, 'filter=reported', []],
    ] as const) {
      const { body } = await client.get(apiPaths.moderatedStudents(query))
      expect(body.students).toMatchObject(found)
      expect(body.total).toBe(found.length)
    }
    await db.run(sql`UPDATE users SET email = ${at('bob', 1)} WHERE id = 2`)
    expect((await mod.get(apiPaths.moderatedListing('misc', 99))).status).toBe(404)
    expect((await mod.get(apiPaths.moderatedListing('rental', 1))).status).toBe(404)
    expect((await mod.get(apiPaths.moderatedStudent('x'))).status).toBe(404)
    expect((await ada.get(apiPaths.moderatedStudent(2))).body.canChangeRole).toBe(true)
  })

  it('names of people, never their addresses, and of the deleted that they are', async () => {
    const { mod, db, caseUrl, report, decide, listing } = await openModeratedSite(engine)
    await report('open')
    await insertTestReport(db, { reporterId: 3, studentId: 1, createdAt: 1, note: 'Rude.' })
    const logId = await decide('remove')
    await insertTestAppeal(db, { logId, studentId: 1, createdAt: 1 })
    const urls = [
      caseUrl,
      apiPaths.moderatedStudent(1),
      apiPaths.moderationQueue(),
      apiPaths.moderatedStudents(),
      apiPaths.moderationLog(),
      apiPaths.moderationFigures,
    ]
    for (const url of urls) {
      const { status, body } = await mod.get(url)
      expect(status, url).toBe(200)
      expect(JSON.stringify(body), url).toMatch(/Ada Lovelace|Bob Stone/)
      expect(JSON.stringify(body), url).not.toMatch(/@|email|password/i)
    }
    await db.run(sql`DELETE FROM users WHERE id = 3`)
    expect((await mod.get(caseUrl)).body.reports).toMatchObject([
      {
        reporter: { id: null, name: 'Deleted student', memberSince: null, upheld: 0, rejected: 0 },
      },
    ])
    await db.run(sql`DELETE FROM users WHERE id = 1`)
    expect((await mod.get(apiPaths.moderationLog())).body.entries).toMatchObject([
      {
        id: logId,
        student: { id: 1, name: 'Deleted student' },
        listing: { ...listing, title: null },
      },
    ])
  })

  it('students by name, with what there is about them', async () => {
    const { mod, db, report, decide, setRole, clock } = await openModeratedSite(engine)
    await report('open')
    const logId = await decide('remove')
    await writeLog(db, { action: 'warn', actorId: 2, studentId: 1 }, clock.now)
    await db.run(sql`
      INSERT INTO users (first_name, last_name, email, password_hash, created_at, banned_at)
      VALUES ('Émile', '100%_!', ${at('e', 1, 1)}, '', 0, ${clock.now}),
        ('Old', 'Sam', ${at('o', 1, 1)}, '', 0, NULL)`)
    const until = clock.now + dayMs
    await db.run(sql`UPDATE users SET suspended_until = ${until} WHERE id = 3`)
    await db.run(sql`UPDATE users SET suspended_until = ${clock.now} WHERE id = 5`)
    const find = async (query: Record<string, string>) => {
      const { body } = await mod.get(apiPaths.moderatedStudents(new URLSearchParams(query)))
      const students = body.students as { id: number }[]
      expect(body.total).toBe(students.length)
      return students.map(({ id }) => id)
    }
    expect(await find({})).toEqual([5, 4, 3, 2, 1])
    expect(await find({ q: 'ADA' })).toEqual([3, 1])
    expect(await find({ q: ' love  ada ' })).toEqual([1])
    expect(await find({ q: 'émile' })).toEqual([4])
    expect(await find({ q: 'émile'.normalize('NFD') })).toEqual([4])
    expect(await find({ q: '%' })).toEqual([4])
    expect(await find({ q: '_' })).toEqual([4])
    expect(await find({ q: '!' })).toEqual([4])
    expect(await find({ q: domainOf(at('bob', 1)) })).toEqual([])
    expect(await find({ filter: 'staff' })).toEqual([2])
    expect(await find({ filter: 'restricted' })).toEqual([4, 3])
    expect(await find({ filter: 'restricted', q: 'lee' })).toEqual([3])
    expect(await find({ filter: 'reported' })).toEqual([1])
    expect((await mod.get(apiPaths.moderatedStudents('q=%00'))).status).toBe(400)

    const read = async (q: string) =>
      (await mod.get(apiPaths.moderatedStudents(`q=${q}`))).body.students
    expect(await read('lovelace')).toMatchObject([
      { id: 1, openReports: 1, actions: 2, listings: 1, suspendedUntil: null },
    ])
    const undo = { action: 'undo', actorId: 2, studentId: 1, undoesId: logId } as const
    await writeLog(db, undo, clock.now)
    expect(await read('lovelace')).toMatchObject([{ actions: 1 }])
    expect(await read('lee')).toMatchObject([{ suspendedUntil: new Date(until).toISOString() }])
    expect(await read('sam')).toMatchObject([{ suspendedUntil: null }])
    await setRole(5, 'admin')
    expect(await find({ filter: 'staff' })).toEqual([5, 2])
  })

  it('addresses, if they are admins, which the log says', async () => {
    const { ada, mod, db, clock, setRole } = await openModeratedSite(engine)
    await setRole(1, 'admin')
    // Several students may have the same name, because names are free to choose.
    await db.run(sql`
      INSERT INTO users (first_name, last_name, email, password_hash, created_at)
      VALUES ('Sofia', 'Rossi', ${at('s1', 1, 1)}, '', 0), ('Sofia', 'Rossi', ${at('s2', 1, 1)}, '', 0),
        ('Sofia', 'Rossi', ${at('s2+books', 1, 1)}, '', 0)`)
    const find = async (client: typeof ada, q: string) => {
      const query = new URLSearchParams({ q })
      const { body } = await client.get(apiPaths.moderatedStudents(query))
      const students = body.students as { id: number; email?: string }[]
      expect(body.total).toBe(students.length)
      return students.map(({ email }) => email)
    }
    const readLog = async (client = ada) => {
      const { body } = await client.get(apiPaths.moderationLog())
      const entries = body.entries as { action: string; student: object; note: string | null }[]
      return entries.map(({ action, student, note }) => [action, student, note])
    }
    expect(await find(mod, 'sofia')).toEqual([undefined, undefined, undefined])
    expect(await find(mod, at('s1', 1, 1))).toEqual([])
    const caseOfBob = (await mod.get(apiPaths.moderatedStudent(4))).body
    expect([caseOfBob.student, caseOfBob.canChangeRole]).toEqual([
      expect.not.objectContaining({ email: expect.anything() }),
      false,
    ])
    expect(await readLog()).toEqual([])

    const all = [at('s2+books', 1, 1), at('s2', 1, 1), at('s1', 1, 1)]
    expect(await find(ada, 'sofia')).toEqual(all)
    expect(await find(ada, ` ${at('s2', 1, 1).toUpperCase()} `)).toEqual(all.slice(0, 2))
    expect(await find(ada, at('s2+books', 1, 1))).toEqual(all.slice(0, 2))
    expect(await find(ada, at('nobody', 1, 1))).toEqual([])
    expect(await find(ada, '@')).toEqual([])
    const student = apiPaths.moderatedStudent(5)
    const seen = (await ada.get(student)).body.seen
    const { body } = await ada.get(student)
    expect(body).toMatchObject({ student: { email: at('s2', 1, 1) }, canChangeRole: true, log: [] })
    // A look-up is not a decision, so other moderators do not have to know about it.
    expect([seen, body.seen]).toEqual([null, null])
    const entries = [
      ['look_up', { id: 5, name: 'Sofia Rossi' }, null],
      ['search_students', null, '@'],
      ['search_students', null, at('nobody', 1, 1)],
      ['search_students', null, at('s2+books', 1, 1)],
      ['search_students', null, at('s2', 1, 1)],
      ['search_students', null, 'sofia'],
    ]
    expect(await readLog()).toEqual(entries)
    expect(JSON.stringify(await readLog(mod))).not.toMatch(/@|sofia"/)
    expect(await readLog(mod)).toHaveLength(6)

    // The same look-up within the hour adds no entry, but a later one does. Each different search has its own entry.
    await find(ada, 'Sofia ')
    await find(ada, at('s2', 1, 1))
    expect(await readLog()).toHaveLength(6)
    await find(ada, 'Rossi')
    await ada.get(apiPaths.moderatedStudents('q=rossi&filter=staff'))
    await ada.get(apiPaths.moderatedStudents('filter=staff'))
    await find(ada, '')
    expect((await readLog()).slice(0, 4).map(([, , note]) => note)).toEqual([
      ...[null, '(staff)', 'rossi (staff)', 'rossi'],
    ])
    clock.now += hourMs
    await find(ada, at('s2', 1, 1))
    await ada.get(student)
    expect((await readLog()).slice(0, 2)).toEqual([entries[0], entries[4]])
  })

  it('no address by a link on another site, which would be in the log as theirs', async () => {
    const { ada, app, db, setRole } = await openModeratedSite(engine)
    await setRole(1, 'admin')
    for (const site of ['cross-site', 'same-site']) {
      const headers = { cookie: ada.cookie(), 'sec-fetch-site': site }
      for (const url of [
        apiPaths.moderatedStudents(`q=${at('bob', 1)}`),
        apiPaths.moderatedStudents(),
        apiPaths.moderatedStudent(2),
      ]) {
        const { statusCode, body } = await app.inject({ url, headers })
        expect([statusCode, body.includes('@')], url).toEqual([200, false])
      }
    }
    expect(await db.all(sql`SELECT * FROM moderation_log`)).toEqual([])
    const headers = { cookie: ada.cookie(), 'sec-fetch-site': 'same-origin' }
    const { body } = await app.inject({ url: apiPaths.moderatedStudent(2), headers })
    expect(body).toContain(at('bob', 1))
  })

  it('no searched address or last name once its account is deleted, and none in an export', async () => {
    const { ada, bob, db, setRole } = await openModeratedSite(engine)
    await setRole(1, 'admin')
    await bob.patch(apiPaths.account, { lastName: 'Stoneham' })
    const addresses = [at('bob', 1), at('bob+x', 1), at('bobby', 1)]
    for (const q of [...addresses, 'Bob Stoneham', 'stoneham', 'bob']) {
      await ada.get(apiPaths.moderatedStudents(new URLSearchParams({ q })))
    }
    await ada.get(apiPaths.moderatedStudent(2))
    const { body } = await bob.get(apiPaths.accountExport)
    expect(body.decisions).toEqual([])
    await bob.send('DELETE', apiPaths.account, { password: strongPassword })
    expect(await db.all(sql`SELECT note FROM moderation_notes`)).toEqual([
      { note: at('bobby', 1) },
      { note: 'bob' },
    ])
    expect(await db.all(sql`SELECT action FROM moderation_log ORDER BY id`)).toEqual([
      ...Array(6).fill({ action: 'search_students' }),
      { action: 'look_up' },
    ])
  })

  it('the log by action, actor and student, 50 at a time', async () => {
    const { mod, db } = await openModeratedSite(engine)
    for (let index = 0; index < 120; index++) {
      const action = index % 2 ? 'warn' : 'keep'
      await writeLog(db, { action, actorId: index % 3 || null, studentId: 1 + (index % 4) }, index)
    }
    const read = async (query: Record<string, string>) => {
      const ids: number[] = []
      for (let before: number | null = 1000; before; ) {
        const url = apiPaths.moderationLog(new URLSearchParams({ ...query, before: `${before}` }))
        const { entries, next } = (await mod.get(url)).body as never as {
          entries: { id: number }[]
          next: number | null
        }
        expect(entries.length).toBeLessThanOrEqual(50)
        ids.push(...entries.map(({ id }) => id))
        before = next
      }
      return ids
    }
    const expected = (isWanted: (index: number) => boolean) =>
      Array.from({ length: 120 }, (_, index) => index)
        .filter(isWanted)
        .map((index) => index + 1)
        .reverse()
    expect(await read({})).toEqual(expected(() => true))
    expect(await read({ action: 'warn' })).toEqual(expected((index) => index % 2 === 1))
    expect(await read({ actor: '2', student: '1' })).toEqual(
      expected((index) => index % 3 === 2 && index % 4 === 0),
    )
    expect((await mod.get(apiPaths.moderationLog('before=x'))).status).toBe(400)
  })

  it('signals with their numbers and answers, also those that are hidden from readers', async () => {
    const { app, ada, mod } = await openModeratedSite(engine)
    changeCampus({ region: builtInCampus.region })
    const text = { title: 'Blue tent', description: 'Send the deposit by Western Union.' }
    const { body: listing } = await ada.post('/api/misc', { ...listingInputs.misc, ...text })
    const path = apiPaths.listing('misc', listing.id)
    const readPage = async () => (await app.inject(path)).json<{ signals: object[] }>().signals
    const readCase = async () => {
      const { body } = await mod.get(apiPaths.moderatedListing('misc', listing.id))
      return body.signals as CaseSignal[]
    }
    const [signal, ...others] = await readCase()
    expect(signal).toMatchObject({ kind: 'words', answer: null, isGone: false })
    expect(signal?.facts).not.toEqual([])
    expect(others).toEqual([])
    expect(await readPage()).toHaveLength(1)

    const note = 'It is a joke.'
    await ada.post(apiPaths.signalAnswers('misc', listing.id), { signal: signal?.id, note })
    const { body: queue } = await mod.get(apiPaths.moderationQueue('kind=signal'))
    expect(queue).toMatchObject({ total: 1, items: [{ hasSignalAnswer: true, reports: 0 }] })
    const answer = (await readCase())[0]?.answer
    expect(answer).toMatchObject({ note, decision: null, decisionId: null })
    const url = apiPaths.signalAnswerDecision(answer?.id ?? 0)
    const { body: decided } = await mod.post(url, { decision: 'hidden' })
    expect(await readPage()).toEqual([])
    expect((await readCase())[0]).toMatchObject({
      sentence: signal?.sentence,
      answer: { decision: 'hidden', decisionId: decided.id },
    })
    const undo = { reason: 'mistake', seen: decided.id }
    await mod.post(apiPaths.undoDecision(decided.id), undo)
    expect(await readPage()).toHaveLength(1)
  })
})
