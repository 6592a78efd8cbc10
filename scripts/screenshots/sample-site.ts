import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type APIRequestContext, request } from '@playwright/test'
import sql, { join, type Sql } from 'sql-template-tag'
import { nextTerms } from '#categories/academic-terms.ts'
import type { CategoryId } from '#categories/index.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { demoPassword, demoStudents, type StudentKey } from '#demo/students.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { subletTexts } from '#regions/sublets.ts'
import { createKeyedHash } from '#server/app-secret.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { dayMs } from '#server/durations.ts'
import { generateRenewToken, saveRenewLink } from '#server/listings/lifecycle/renew-links.ts'
import { createMailLinks } from '#server/mail/unsubscribe-links.ts'
import { insertReset } from '#server/students/passwords/reset-password.ts'
import { createExportToken } from '#server/students/restrictions/export-link.ts'
import { hashToken } from '#server/students/sessions/session-token.ts'
import { findUserByEmail, insertUser } from '#server/students/user-queries.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import type { RunningServer } from '#tests/support/start-server.ts'

/** The person who looks at a page. A newcomer has an account and nothing else. */
export type Reader = 'visitor' | 'newcomer' | StudentKey

export interface SampleSite {
  url: string
  /** The paths of one listing in each state, by the name of its picture. */
  listings: SampleListings
  /** The paths of pages that a link in an email or a conversation leads to. */
  links: Record<
    'conversation' | 'renew' | 'appeal' | 'export' | 'unsubscribe' | 'reset' | 'compare' | 'letter',
    string
  >
  /** Returns the cookies of a logged-in reader. */
  sessionOf: (reader: Reader) => Promise<StorageState>
}

type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>

interface ListingRow {
  id: number
  category: CategoryId
  ends_at: number
}

type SampleListings = Awaited<ReturnType<typeof findListings>>

const pathsOf = ({ id, category }: ListingRow) => ({
  page: pagePaths.listing(category, id),
  contact: pagePaths.contact(category, id),
  edit: pagePaths.edit(category, id),
  moderation: pagePaths.moderatedListing(category, id),
})

/** A description that raises two signals. */
const scamText =
  "Bright and quiet, three minutes from the bus. I'm out of the country until May. Please pay the first month by wire transfer."

const newcomer = { firstName: 'Robin', lastName: 'Lam', email: 'robin.lam@uwaterloo.ca' }

/** Adds the states that the sample listings do not show by themselves. */
export async function prepareSampleSite({ url, dataDir }: RunningServer): Promise<SampleSite> {
  const db = await openDatabase(readConfig({ DATA_DIR: dataDir }))
  const openClient = () => request.newContext({ baseURL: url, failOnStatusCode: true })
  const visitor = await openClient()
  const account = { ...newcomer, password: demoPassword, confirmPassword: demoPassword }
  await visitor.post(apiPaths.users, { data: account })
  const clients = new Map<Reader, APIRequestContext>([['visitor', visitor]])
  const clientOf = async (reader: Reader) => {
    const known = clients.get(reader)
    if (known) return known
    const { email } = reader === 'newcomer' ? newcomer : demoStudents[reader as StudentKey]
    const client = await openClient()
    await client.post(apiPaths.login, { data: { email, password: demoPassword } })
    clients.set(reader, client)
    return client
  }
  const listings = await findListings(db)
  await db.run(sql`UPDATE listings SET ends_at = 1 WHERE id = ${listings.ended.id}`)
  await db.run(sql`UPDATE listings SET description = ${scamText} WHERE id = ${listings.marked.id}`)
  const ada = await clientOf('ada')
  const { results: threads } = await (await ada.get(apiPaths.threads())).json()
  const { results: searches } = await (await ada.get(apiPaths.savedSearches)).json()
  await report(listings.reported, [await clientOf('liam'), await clientOf('farah')])
  await db.run(sql`UPDATE users SET role = 'admin' WHERE email = ${demoStudents.mei.email}`)
  await remove(listings.removed, await clientOf('mei'))
  await checkLegalTexts(await clientOf('mei'))
  await db.run(
    sql`UPDATE listings SET details = json_set(details, '$.is_sublet', json('true')) WHERE id = ${listings.ownRental.id}`,
  )
  const links = {
    conversation: pagePaths.thread(threads[0].id),
    renew: await makeRenewLink(db, listings.ownItem),
    appeal: await waitForAppealLink(dataDir),
    export: await makeExportLink(db),
    unsubscribe: await makeUnsubscribeLink(db, searches[0].id),
    reset: await makeResetLink(db, demoStudents.ada.email),
    compare: await findComparison(db),
    letter: pagePaths.letter('rental', listings.ownRental.id),
  }
  await db.close()
  return {
    url,
    listings,
    links,
    sessionOf: async (reader) => (await clientOf(reader)).storageState(),
  }
}

/** Turns on the checklist and the letter of sublets. */
async function checkLegalTexts(admin: APIRequestContext) {
  const { settings, version } = await (await admin.get(apiPaths.settings)).json()
  const { version: textVersion } = subletTexts['CA-ON']
  const on = campusIsoDate(Date.now())
  const legalChecks = [{ region: 'CA-ON', version: textVersion, by: 'The legal clinic', on }]
  const data = { settings: { ...settings, legalChecks }, basedOn: version }
  await admin.put(apiPaths.settings, { data })
}

/** Returns the address of three rentals side by side. */
async function findComparison(db: Db): Promise<string> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT id FROM listings WHERE listed AND ends_at > 1 AND category = 'rental' ORDER BY rank DESC LIMIT 3`)
  const [term] = nextTerms(campusIsoDate(Date.now()), 1)
  return pagePaths.compare(
    'rental',
    rows.map(({ id }) => id),
    term?.id,
  )
}

/** Finds the newest listing of each kind, without taking any twice. */
async function findListings(db: Db) {
  // `NOT IN ()` is invalid SQL, so the list starts with an id that no listing has.
  const taken: number[] = [0]
  const find = async (category: CategoryId, condition: Sql) => {
    const row = await db.get<ListingRow>(sql`
      SELECT listings.id, category, ends_at FROM listings JOIN users ON users.id = seller_id
      WHERE category = ${category} AND listings.id NOT IN (${join(taken)}) AND ${condition}
      ORDER BY rank DESC LIMIT 1`)
    if (!row) throw new Error(`No sample listing in ${category}: ${condition.sql}`)
    taken.push(row.id)
    return { ...row, ...pathsOf(row) }
  }
  const by = (student: StudentKey) => sql`listed AND email = ${demoStudents[student].email}`
  const isForSale = sql`listed AND details NOT LIKE '%"Wanting"%'`
  return {
    ended: await find('rental', by('noah')),
    removed: await find('misc', by('noah')),
    reported: await find('misc', by('priya')),
    ownRental: await find('rental', by('ada')),
    ownItem: await find('misc', by('ada')),
    rental: await find('rental', sql`${isForSale} AND email <> ${demoStudents.ada.email}`),
    request: await find('wanted', sql`listed`),
    textbook: await find('textbook', isForSale),
    item: await find('misc', isForSale),
    soldRental: await find('rental', sql`status = 'sold'`),
    soldTextbook: await find('textbook', sql`status = 'sold'`),
    soldItem: await find('misc', sql`status = 'sold'`),
    wantedTextbook: await find('textbook', sql`listed AND details LIKE '%"Wanting"%'`),
    wantedItem: await find('misc', sql`listed AND details LIKE '%"Wanting"%'`),
    marked: await find('rental', by('liam')),
  }
}

async function report({ category, id }: ListingRow, students: APIRequestContext[]) {
  const data = { reason: 'scam', note: 'Wants a deposit by gift card before I can see it.' }
  for (const student of students) await student.post(apiPaths.report(category, id), { data })
}

async function remove({ category, id }: ListingRow, moderator: APIRequestContext) {
  const note = 'Please show the thing itself, not a picture from the shop.'
  const data = { action: 'remove', reason: 'not_allowed', note, seen: null }
  await moderator.post(apiPaths.listingDecisions(category, id), { data })
}

async function makeRenewLink(db: Db, { id, ends_at }: ListingRow) {
  const token = generateRenewToken()
  await saveRenewLink(db, token, { id, endsAt: new Date(ends_at).toISOString() })
  return pagePaths.renew(token)
}

/** Makes a reset link that stays valid while the pictures are taken. A link in an email expires after 5 minutes. */
async function makeResetLink(db: Db, email: string) {
  const user = await findUserByEmail(db, email)
  if (!user) throw new Error(`${email} is no sample student.`)
  const token = randomUUID()
  const createdAt = Date.now()
  const expiresAt = createdAt + dayMs
  await insertReset(db, { tokenHash: hashToken(token), studentId: user.id, createdAt, expiresAt })
  return pagePaths.resetLink(token)
}

/** Bans a student and returns the link to download their data. */
async function makeExportLink(db: Db) {
  const [createdAt, bannedAt] = [Date.now() - 90 * dayMs, Date.now()]
  const account = { firstName: 'Max', lastName: 'Hill', email: 'max.hill@uwaterloo.ca' }
  const user = await insertUser(db, { ...account, passwordHash: '', createdAt })
  if (!user) throw new Error(`${account.email} is taken.`)
  await db.run(sql`UPDATE users SET banned_at = ${bannedAt} WHERE id = ${user.id}`)
  return pagePaths.exportData(await createExportToken(db, { ...user, bannedAt }))
}

/** Makes the link that an email about one saved search has. */
async function makeUnsubscribeLink(db: Db, id: number) {
  const secret = await db.get<{ value: string }>(sql`SELECT value FROM secrets WHERE name = 'app'`)
  const search = await db.get<{ created_at: number }>(
    sql`SELECT created_at FROM saved_searches WHERE id = ${id}`,
  )
  const links = createMailLinks('', createKeyedHash(String(secret?.value)))
  return links.unsubscribeUrl({ kind: 'search', id, createdAt: Number(search?.created_at) })
}

/** Waits for the email about the removed listing and returns its appeal link. */
async function waitForAppealLink(dataDir: string): Promise<string> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await delay(50)) {
    const texts = (await readOutbox(dataDir)).map(({ text }) => text).join()
    const [, token] = /appeal\?token=([\w-]+)/.exec(texts) ?? []
    if (token) return pagePaths.appeal(token)
  }
  throw new Error('No email about the removed listing was sent.')
}
