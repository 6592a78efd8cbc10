import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { onTestFinished } from 'vitest'
import { campus } from '#campus/campus.ts'
import { categories, isForConfirmed, publicCategories } from '#categories/index.ts'
import { photoWidths } from '#contract/photos.ts'
import { insertAnnouncement } from '#server/campus/announcements.ts'
import { insertText } from '#server/campus/site-texts.ts'
import { insertCampus } from '#server/campus/stored-campus.ts'
import { dayMs } from '#server/durations.ts'
import { insertMessage } from '#server/messages/message-queries.ts'
import { insertThread, updateAfterMessage } from '#server/messages/thread-queries.ts'
import { writeLog } from '#server/moderation/moderation-log.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { insertPasskey } from '#server/students/passkeys/passkey-queries.ts'
import { readMailboxHash } from '#server/students/restrictions/mailbox-hash.ts'
import { insertRestriction } from '#server/students/restrictions/restriction-queries.ts'
import {
  activatePendingSecret,
  replaceRecoveryCodes,
  setPendingSecret,
} from '#server/students/second-factor/second-factor-queries.ts'
import { buildTestAppWithUsers, type JsonBody } from './build-test-app-with-users.ts'
import { at } from './campus-email.ts'
import type { Engine } from './databases.ts'
import { completeInputs, listingInputs } from './listing-inputs.ts'
import { insertTestAppeal, insertTestReport } from './moderation-rows.ts'
import { insertTestMovingSale } from './moving-sale-rows.ts'
import { createFileForm, encodeForm } from './photo-app.ts'
import { firefox } from './user-agents.ts'

/** Opens the test app with two users, and the photo store it writes to. */
export async function openTestSite(engine: Engine) {
  const testApp = await buildTestAppWithUsers(engine)
  const { app, dataDir } = testApp
  const store = await openDiskStore(join(dataDir, 'uploads'))

  /** Uploads a photo of one colour and resolves with its URL. The same shade is the same photo. */
  async function upload(client: { cookie: () => string }, shade: number, width = 300) {
    const image = { width, height: 20, channels: 3, background: { r: shade, g: 9, b: 9 } }
    const bytes = await sharp({ create: { ...image, channels: 3 } })
      .png()
      .toBuffer()
    const { headers, payload } = await encodeForm(
      createFileForm('image', bytes, 'a.png', 'image/png'),
    )
    const response = await app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { ...headers, cookie: client.cookie() },
      payload,
    })
    if (response.statusCode !== 201) throw new Error(`The upload failed: ${response.body}`)
    return String(response.json().url)
  }

  return { ...testApp, store, upload }
}

export type TestSite = Awaited<ReturnType<typeof openTestSite>>

/**
 * Adds listings of two users in every category, some with a shared photo, one pending and one deleted. Adds a visit, a
 * password reset, messages, saved listings and searches, and moderation.
 */
export async function seedTestSite(site: TestSite) {
  const { ada, bob, visitor, upload, visits } = site
  const sharedPhoto = await upload(ada, 1, 700)
  const photoOfBob = await upload(bob, 1, 700)
  for (const [index, { id, path }] of publicCategories.entries()) {
    const ownPhoto = await upload(ada, 10 + index)
    await ada.post(`/api/${path}`, { ...completeInputs[id], photos: [ownPhoto, sharedPhoto] })
    await bob.post(`/api/${path}`, {
      ...listingInputs[id],
      description: 'Élan vital',
      photos: [photoOfBob],
    })
  }
  for (const { id, path } of categories.filter(isForConfirmed)) {
    await ada.post(`/api/${path}`, completeInputs[id])
  }
  await bob.post('/api/misc/6/status', { status: 'pending' })
  const deleted = await ada.post('/api/misc', { ...listingInputs.misc, photos: [sharedPhoto] })
  await ada.delete(`/api/misc/${deleted.body.id}`)
  await visitor.post('/api/logs', {
    path: '/rentals/1',
    userAgent: firefox,
    timestamp: '2026-11-15T12:00:00.000Z',
  })
  await visits.flush()
  await ada.post('/api/auth/reset-password', { email: at('ada') })
  await site.db.run(sql`
    INSERT INTO university_accounts (user_id, issuer, subject, joined_at, last_login_at)
    VALUES (1, 'https://login.uwaterloo.example', 'Élan', 1, 2)`)
  await seedMessages(site, deleted.body.id)
  await seedSecondFactor(site)
  await seedSaved(site)
  await seedModeration(site)
  await seedFigures(site)
  return { lastId: deleted.body.id }
}

/**
 * Adds a thread with an unread answer, a thread about a deleted listing whose buyer has left, and a block of someone who has
 * left.
 */
async function seedMessages({ ada, bob, db, clock: { now } }: TestSite, deletedId: number) {
  const asked = await ada.post('/api/misc/6/messages', { body: 'Is it “Élan”? 🪔' })
  await bob.post(`/api/threads/${asked.body.thread_id}/messages`, { body: 'Yes.' })
  await ada.post(`/api/threads/${asked.body.thread_id}/offers`, { amount: 5 })
  const meeting = { place_kind: 'other', place: 'Café “Élan”', times: ['2026-11-20T15:00'] }
  await ada.post(`/api/threads/${asked.body.thread_id}/meetings`, meeting)
  const listing = { category: 'misc', id: deletedId } as const
  const thread = { listing, title: 'Desk lamp', buyerId: 2, sellerId: 1, now }
  const threadId = await insertThread(db, thread)
  const message = { threadId, isFromBuyer: true, clientId: 'a', body: 'Is it gone?', now }
  const { id } = await insertMessage(db, message)
  const written = { id, threadId, isFromBuyer: true, createdAt: now }
  await updateAfterMessage(db, written, { title: 'Desk lamp', expiresAt: now + dayMs })
  await db.run(
    sql`UPDATE thread_members SET user_id = NULL WHERE thread_id = ${threadId} AND is_buyer = 1`,
  )
  await db.run(sql`
    INSERT INTO blocks (blocker_id, blocked_id, blocked_hash, created_at)
    VALUES (1, 99, 'a hash', ${now})`)
}

/** Adds a passkey, an authenticator app and a recovery code. */
async function seedSecondFactor({ db, clock: { now } }: TestSite) {
  const key = { credentialId: 'credential', publicKey: 'key', counter: 3, transports: ['usb'] }
  const passkey = { ...key, name: 'Élan', verifiesUser: true, studentId: 1, createdAt: now }
  await insertPasskey(db, passkey)
  await setPendingSecret(db, 1, { secret: 'encrypted', now })
  await activatePendingSecret(db, 1, { step: 5, now })
  await replaceRecoveryCodes(db, 1, ['a hash'])
}

/** Adds favourites of both users, one of them cheaper now. Adds searches, one of them paused and mentioned in an email. */
async function seedSaved({ ada, bob, db, clock: { now } }: TestSite) {
  await ada.put('/api/misc/6/favourite')
  await bob.put('/api/rentals/1/favourite')
  await bob.patch('/api/users/me', { mailFavourites: true, mailSaved: false })
  for (const query of ['', 'q=Élan&max_price=800']) {
    await ada.post('/api/saved-searches', { category: 'rental', query, frequency: 'soon' })
  }
  await db.run(sql`UPDATE saved_searches SET paused_at = ${now} WHERE query = ''`)
  await db.run(sql`
    INSERT INTO mailed_listings (user_id, listing_id, mailed_at) VALUES (1, 2, ${now})`)
  await db.run(sql`
    INSERT INTO listing_prices (listing_id, price_cents, since, until)
    VALUES (6, 99900, ${now - dayMs}, ${now})`)
  await db.run(sql`
    INSERT INTO listing_marks (listing_id, ended_reminded_for, gone_answered_at)
    VALUES (6, ${now}, ${now})`)
  await db.run(sql`
    UPDATE listings SET was_price_cents = 99900, was_price_since = ${now - dayMs} WHERE id = 6`)
}

/** Adds figures that the jobs and the processes count. */
async function seedFigures({ db }: TestSite) {
  await db.run(sql`
    INSERT INTO weekly_figures (week, name, category, value) VALUES (2900, 'listings', '', 5)`)
  await db.run(sql`
    INSERT INTO day_counts (day, name, label, count) VALUES (20000, 'codes sent', 'a.example', 3)`)
}

/** Adds an undone removal with its report and appeal, a report of a student who has left, and a suspension of Bob. */
async function seedModeration({ db, clock: { now } }: TestSite) {
  const listing = { category: 'misc' as const, id: 6 }
  const about = { studentId: 2, listing }
  const note = 'Élan'
  const entry = { ...about, actorId: 1, reason: 'scam', note } as const
  const logId = await writeLog(db, { ...entry, action: 'remove' }, now)
  await insertTestReport(db, { ...about, reporterId: 1, note, createdAt: now, state: 'upheld' })
  // The reporter has left.
  await insertTestReport(db, { ...about, reporterId: 1, createdAt: now, state: 'rejected' })
  await db.run(sql`UPDATE reports SET reporter_id = NULL WHERE state = 'rejected'`)
  // The student deleted the reported listing, and then the account.
  await db.run(sql`
    INSERT INTO deleted_listings
      (listing_id, category, title, price_cents, description, updated_at, deleted_at)
    VALUES (98, 'misc', 'Lamp', 2000, ${note}, ${now}, ${now})`)
  await insertTestReport(db, { reporterId: 1, studentId: 99, createdAt: now, state: 'closed' })
  await db.run(sql`
    UPDATE reports SET deleted_listing_id = 98, student_hash = 'a hash' WHERE student_id = 99`)
  await insertTestAppeal(db, { logId, studentId: 2, createdAt: now, decision: 'reversed' })
  await writeLog(db, { ...entry, action: 'undo', undoesId: logId }, now)
  const suspension = { action: 'suspend', actorId: null, studentId: 2, days: 7 } as const
  await insertRestriction(db, {
    logId: await writeLog(db, suspension, now),
    mailboxHash: (await readMailboxHash(db))(at('bob', 1)),
    kind: 'suspension',
    createdAt: now,
    expiresAt: now + 7 * dayMs,
  })
  await db.run(sql`
    INSERT INTO signal_answers (listing_id, signal, sentence, note, created_at, decision, decision_id)
    VALUES (6, 'words wire', 'It asks for a wire.', ${note}, ${now}, 'kept', ${logId})`)
  await db.run(sql`UPDATE listings SET went_for_cents = 1234, sold_at = ${now} WHERE id = 6`)
  await db.run(sql`
    INSERT INTO sale_figures (id, sales, low_cents, median_cents, high_cents, within_days, counted_at)
    VALUES ('textbook course MATH 135', 10, 4000, 4500, 5500, 6, ${now})`)
  await db.run(sql`
    INSERT INTO counted_sales (listing_id, handful, handful_size, cents, sold_at)
    VALUES (6, 6, 5, 1234, ${now})`)
  await insertTestMovingSale(db, { sellerId: 2, listingIds: [6], now })
  await insertCampus(db, campus.settings, { changedBy: 1, now })
  await insertText(db, { name: 'rules', markdown: 'Be kind.' }, { changedBy: 1, now })
  await db.run(sql`
    INSERT INTO handover_notes (id, text, version, changed_by, changed_at)
    VALUES (1, 'The host is Élan.', 3, 1, ${now})`)
  const days = { firstDay: '2026-11-15', lastDay: '2026-11-16' }
  await insertAnnouncement(db, { text: note, link: '/rules', ...days, university: null })
  await db.run(sql`
    INSERT INTO internal_notes (student_id, listing_id, author_id, text, created_at)
    VALUES (2, 6, 1, ${note}, ${now})`)
}

/** Returns every public response about listings, and the bytes of all their photos, by URL. */
export async function readPublicResponses({ app, visitor }: Pick<TestSite, 'app' | 'visitor'>) {
  const responses: Record<string, { status: number; content: unknown }> = {}
  const get = async (url: string) => {
    const { status, body } = await visitor.get(url)
    responses[url] = { status, content: body }
    return body
  }
  for (const { path } of publicCategories) {
    const list = await get(`/api/${path}?limit=100`)
    for (const query of ['order=price', 'order=-price', 'q=elan', 'q=cal', 'max_price=40']) {
      await get(`/api/${path}?${query}`)
    }
    for (const { id, seller, photos } of list.results as (JsonBody & { photos: string[] })[]) {
      await get(`/api/${path}/${id}`)
      await get(`/api/users/${seller.id}/${path}`)
      for (const photo of photos.filter((url) => url.startsWith('/uploads/'))) {
        for (const width of photoWidths) {
          const url = `/api${photo.replace('.webp', `-${width}.webp`)}`
          const { statusCode, rawPayload } = await app.inject({ url })
          responses[url] = { status: statusCode, content: rawPayload.toString('base64') }
        }
      }
    }
  }
  return responses
}

/** Returns a path in a temporary folder. */
export async function createBackupPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'backup.tar')
}
