import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { UserRole } from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { startSession } from '#server/students/sessions/sessions.ts'
import { buildTestApp, type TestAppOptions } from './build-test-app.ts'
import { at } from './campus-email.ts'
import type { Engine } from './databases.ts'
import { insertSecondFactor } from './insert-test-user.ts'
import { insertTestReport } from './moderation-rows.ts'
import { insertTestListing } from './photo-app.ts'

interface DecisionBody {
  error: string
  code: string
  id: number
  message: string
  fields?: Record<string, string>
}

/** Opens the whole app with people of each role, who have sessions without logging in. */
export async function openModerationSite(
  engine: Engine,
  settings: Record<string, string> = {},
  options: TestAppOptions = {},
) {
  const testApp = await buildTestApp(engine, settings, options)
  const { app, db, clock, config } = testApp

  async function addPerson(firstName: string, role: UserRole = 'student', email?: string) {
    const address = email ?? at(firstName.toLowerCase())
    const row = await db.get<{ id: number }>(sql`
      INSERT INTO users (first_name, last_name, email, password_hash, created_at, confirmed_at, role)
      VALUES (${firstName}, 'Lee', ${address}, '', 0, ${clock.now}, ${role}) RETURNING id`)
    const id = row?.id ?? 0
    if (!config.isTryOut) await insertSecondFactor(db, id)
    const { now } = clock
    const session = { studentId: id, device: null, now, secondFactorAt: now }
    const { token } = await startSession(db, session)
    const headers = { cookie: `quad=${token.selector}.${token.secret}` }
    const send = async (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: string,
      payload?: object,
    ) => {
      const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
      return { status: response.statusCode, body: response.json<DecisionBody>() }
    }
    return {
      id,
      cookie: headers.cookie,
      get: (url: string) => send('GET', url),
      post: (url: string, payload?: object) => send('POST', url, payload),
      put: (url: string, payload?: object) => send('PUT', url, payload),
      delete: (url: string, payload?: object) => send('DELETE', url, payload),
    }
  }

  const ada = await addPerson('Ada')
  const bob = await addPerson('Bob')
  const sam = await addPerson('Sam', 'moderator')
  const mia = await addPerson('Mia', 'moderator')
  const eve = await addPerson('Eve', 'admin')
  const listing = {
    category: 'misc' as CategoryId,
    id: await insertTestListing(db, ada.id),
  }
  await db.run(sql`UPDATE listings SET ends_at = ${Number.MAX_SAFE_INTEGER}`)

  /** Returns the id of the newest log entry, as the page of the case shows it. */
  const seenOf = async (studentId: number, listingId?: number) => {
    const row = await db.get<{ id: number | null }>(
      listingId
        ? sql`SELECT MAX(id) AS id FROM moderation_log WHERE listing_id = ${listingId}`
        : sql`SELECT MAX(id) AS id FROM moderation_log WHERE student_id = ${studentId}`,
    )
    return row?.id ?? null
  }
  const readListing = (id = listing.id) =>
    db.get<{ status: ListingStatus; status_before: string | null; takedown_id: number | null }>(
      sql`SELECT status, status_before, takedown_id FROM listings WHERE id = ${id}`,
    )
  const readReports = async () =>
    (await db.all<{ state: string }>(sql`SELECT state FROM reports ORDER BY id`)).map(
      ({ state }) => state,
    )
  const readStanding = (id: number) =>
    db.get<{ role: UserRole; suspended_until: number | null; banned_at: number | null }>(
      sql`SELECT role, suspended_until, banned_at FROM users WHERE id = ${id}`,
    )

  return {
    ...testApp,
    ...{ ada, bob, sam, mia, eve, listing, addPerson },
    ...{ seenOf, readListing, readReports, readStanding },
    listingUrl: apiPaths.listingDecisions(listing.category, listing.id),
    studentUrl: apiPaths.studentDecisions(ada.id),
    report: (reporterId: number, about: { listing?: typeof listing } = { listing }) =>
      insertTestReport(db, { reporterId, studentId: ada.id, ...about, createdAt: clock.now }),
  }
}
