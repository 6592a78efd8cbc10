import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import sql, { join } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import {
  type CategoryId,
  categories,
  categoriesWithCopies,
  categoryById,
  isForConfirmed,
  publicCategories,
} from '#categories/index.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { textNames } from '#contract/site-text-rules.ts'
import { version } from '#contract/version.ts'
import { createKeyedHash } from '#server/app-secret.ts'
import { dayMs, hourMs, minuteMs } from '#server/durations.ts'
import { insertRenewLink } from '#server/listings/lifecycle/renew-links.ts'
import { mailKinds } from '#server/mail/mail-kinds.ts'
import { createMailLinks } from '#server/mail/unsubscribe-links.ts'
import { createExportToken } from '#server/students/restrictions/export-link.ts'
import { sessionCookieName } from '#server/students/sessions/cookies.ts'
import { formatToken, hashToken } from '#server/students/sessions/session-token.ts'
import { startSession } from '#server/students/sessions/sessions.ts'
import { buildTestApp } from './support/build-test-app.ts'
import { insertLoggedInStudent } from './support/build-test-app-with-users.ts'
import { stayOnBuiltInCampus } from './support/campus.ts'
import { at } from './support/campus-email.ts'
import { ada as adasAccount, createClient } from './support/http-client.ts'
import { completeInputs, listingInputs, photosFor } from './support/listing-inputs.ts'
import { createFileForm, encodeForm } from './support/photo-app.ts'
import { fourColorImage, softImage } from './support/photo-files.ts'
import { scamWords } from './support/signal-site.ts'
import { createSoftwareAuthenticator } from './support/software-authenticator.ts'

stayOnBuiltInCampus()

/**
 * Every response of the API, byte by byte. A change inside the server then shows whether it changes any response. `RECORD=1
 * npm test -- tests/recorded-responses` writes the recording again: one exchange per line, in order.
 */
const recordingPath = joinPath(import.meta.dirname, 'recorded-responses.jsonl')

const secret = 'a secret of the recording, 32 letters'
const settings = { APP_SECRET: secret, METRICS_TOKEN: 'sixteen letters!', RATE_LIMIT: 'off' }

const people = {
  ada: adasAccount,
  bob: { ...adasAccount, firstName: 'Bob', lastName: 'Stone', email: at('bob', 1) },
  mia: { ...adasAccount, firstName: 'Mia', lastName: 'Moss', email: at('mia') },
  eve: { ...adasAccount, firstName: 'Eve', lastName: 'Hall', email: at('eve') },
}
const roles = { mia: 'moderator', eve: 'admin' }
/** The ids of the people, which follow from the order of insertion. */
const ids = { ada: 1, bob: 2, mia: 3, eve: 4 }

type Person = keyof typeof people | 'visitor'
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const isbn = '9781285741550'
const inputs: Record<CategoryId, Record<string, unknown>> = {
  rental: { ...completeInputs.rental },
  wanted: { ...completeInputs.wanted, move_in: '2027-09-01', move_out: '2027-12-31' },
  textbook: { ...completeInputs.textbook, listing_type: 'Selling' },
  misc: { ...completeInputs.misc, event_date: '2026-12-20' },
}

/** A request with the required fields only has a day counted from the real clock, which no recording can have. */
const shortInputs = { ...listingInputs, wanted: { ...listingInputs.wanted, move_in: '2027-06-06' } }

/** Those for confirmed students come last, so that they change no id in the recording of the others. */
const recordedCategories = [...publicCategories, ...categories.filter(isForConfirmed)]

const form = 'application/x-www-form-urlencoded'

/** The longest recorded response. Larger ones, such as the API's description, are recorded as a hash. */
const maxRecordedLength = 12_000

const recordedHeaders = [
  'content-type',
  'cache-control',
  'vary',
  'location',
  'content-disposition',
  'retry-after',
]

/** Replaces values that are random or depend on the image encoder, each with its own name. */
function createMask() {
  const names = new Map<string, string>()
  const nameOf = (kind: string) => (text: string) => {
    const name = names.get(text) ?? `${kind}-${names.size + 1}`
    names.set(text, name)
    return name
  }
  return (text: string) =>
    text
      .replaceAll(/data:image\/webp;base64,[\w+/=]+/g, 'data:preview')
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-[0-9a-z]+)?/g, nameOf('uuid'))
      .replaceAll(/(?<=\/|\b)[0-9a-f]{32}(?=\b|-)/g, nameOf('photo'))
      .replaceAll(/(?<=[".=])[\w-]{43}(?=["&]|$)/g, nameOf('token'))
      .replaceAll(/(?<="challenge":")[\w-]+/g, nameOf('challenge'))
      .replaceAll(/(?<=[="])[A-Z2-7]{32}(?=["&])/g, nameOf('secret'))
      .replaceAll(/(?<=")[a-z2-9]{4}(?:-[a-z2-9]{4}){3}(?=")/g, nameOf('recovery'))
      .replaceAll(/(?<="id":")[\w-]{22}(?=")/g, nameOf('session'))
      .replaceAll(`"version":"${version}"`, '"version":"released"')
      // Emails are sent while the server answers requests, so the time varies.
      .replaceAll(/(?<="writtenAt":"[^"]*","sentAt":)(?:null|"[^"]*")/g, '"later"')
}

/** Opens the whole app with clients that record each exchange. */
async function openSite(moreSettings: Record<string, string>) {
  const lines: string[] = []
  const routes = new Set<string>()
  const site = await buildTestApp(
    // PostgreSQL also uses up ids for refused rows, and takes several times as long. Other tests compare the engines.
    'sqlite',
    { ...settings, ...moreSettings },
    {
      extend: (app) =>
        app.addHook('onRequest', async ({ method, routeOptions }) => {
          const { url = '' } = routeOptions
          routes.add(url === '/api/*' ? `* ${url}` : `${method} ${url}`)
        }),
    },
  )
  const { app, db, config, clock } = site
  const clients: Record<Person, ReturnType<typeof createClient>> = {
    visitor: createClient(app),
    ada: await insertLoggedInStudent(site, people.ada),
    bob: await insertLoggedInStudent(site, people.bob),
    mia: await insertLoggedInStudent(site, people.mia),
    eve: await insertLoggedInStudent(site, people.eve),
  }
  for (const [name, role] of Object.entries(roles)) {
    const { email } = people[name as keyof typeof roles]
    await db.run(sql`UPDATE users SET role = ${role} WHERE email = ${email}`)
  }
  const mask = createMask()

  async function send(
    person: Person,
    method: Method,
    url: string,
    payload?: object | string | Buffer,
    headers: Record<string, string> = {},
  ) {
    const { cookie } = clients[person].cookieJar
    const response = await app.inject({
      method,
      url,
      headers: { ...(cookie && { cookie }), ...headers },
      ...(payload !== undefined && { payload }),
    })
    const text = mask(response.payload)
    const sent = [response.headers['set-cookie'] ?? []].flat()
    const line = {
      request: mask(`${person} ${method} ${url}`),
      status: response.statusCode,
      headers: Object.fromEntries(
        recordedHeaders.flatMap((name) => {
          const value = response.headers[name]
          return value === undefined ? [] : [[name, mask(String(value))]]
        }),
      ),
      ...(response.headers.etag !== undefined && { hasEtag: true }),
      ...(sent.length > 0 && { cookies: sent.map((each) => each.split('=')[0]) }),
      ...describeBody(text, String(response.headers['content-type'])),
    }
    lines.push(JSON.stringify(line))
    return response
  }

  /** Sends the same request as several people, one after the other. */
  async function read(readers: Person[], url: string) {
    for (const reader of readers) await send(reader, 'GET', url)
  }

  const uploadPhoto = async (person: Person, bytes: Buffer): Promise<string> => {
    const { headers, payload } = await encodeForm(createFileForm('image', bytes))
    const response = await send(person, 'POST', apiPaths.upload, payload, headers)
    return response.json().url
  }
  const countUnsentMails = async () => {
    const row = await db.get<{ count: number }>(sql`
      SELECT count(*) AS count FROM jobs
      WHERE kind IN (${join(mailKinds)}) AND state IN ('waiting', 'running')`)
    return row?.count
  }
  /**
   * Moves the clock. Waits until queued emails are sent: on a slow machine some would expire, and the export would lack
   * their subjects. Sessions end when nobody uses them for long.
   */
  async function wait(ms: number) {
    await expect.poll(countUnsentMails, { timeout: 30_000 }).toBe(0)
    clock.now += ms
    if (ms >= dayMs) await logInAgain()
  }
  /** Starts new sessions. Admins may change some things only shortly after they have proved who they are. */
  async function logInAgain() {
    for (const [name, studentId] of Object.entries(ids)) {
      const { now } = clock
      const session = { studentId, device: null, now, secondFactorAt: now }
      const { token } = await startSession(db, session)
      const { cookieJar } = clients[name as keyof typeof ids]
      cookieJar.cookie = `${sessionCookieName(config.APP_URL)}=${formatToken(token)}`
    }
  }
  return { ...site, lines, routes, clients, send, read, uploadPhoto, wait, logInAgain }
}

type Site = Awaited<ReturnType<typeof openSite>>

/** Describes a body as JSON if that gives the same text, because JSON is easier to read in a diff. */
function describeBody(text: string, type: string) {
  if (text === '' || type.startsWith('image/')) return {}
  if (text.length > maxRecordedLength) {
    return { sha256: createHash('sha256').update(text).digest('hex') }
  }
  if (!type.startsWith('application/json')) return { text }
  const json: unknown = JSON.parse(text)
  return JSON.stringify(json) === text ? { json } : { text }
}

const everyone: Person[] = ['visitor', 'ada', 'bob', 'mia']

/** Things that Ada posts at once. */
const movingThings = {
  client_id: '00000000-0000-4000-8000-000000000001',
  items: [{ title: 'Sofa', price: 40, photos: ['https://photos.example/sofa.jpg'] }],
  place: 'The lobby',
  pickup_window: 'Sat 10 to 18',
}

/** Records posting, reading, editing and refusals in every category. Returns the ids of Ada's and Bob's listings. */
async function recordListings({ db, clock, send, read, uploadPhoto, wait }: Site) {
  const photo = await uploadPhoto('ada', await softImage(400, 300, 1).jpeg().toBuffer())
  const samePhoto = await uploadPhoto('bob', await softImage(400, 300, 1).jpeg().toBuffer())
  await db.run(sql`
    INSERT INTO price_groups (id, listings, median_cents, median_of_others_cents, counted_at)
    VALUES (${`textbook isbn ${isbn}`}, 20, 20000, 20000, ${clock.now + 300 * dayMs})`)
  const own = {} as Record<CategoryId, number>
  const bobs = {} as Record<CategoryId, number>
  for (const { id: category, path, apiNames } of recordedCategories) {
    const list = apiPaths.list(category)
    await send('visitor', 'POST', list, inputs[category])
    await send('ada', 'POST', list, {})
    await send('ada', 'POST', list, {
      ...inputs[category],
      [apiNames.title]: 'x'.repeat(500),
      [apiNames.price]: -1,
      description: 5,
      photos: [],
    })
    const body = {
      ...inputs[category],
      photos: photosFor(category, [photo, 'https://photos.example/1.jpg']),
    }
    own[category] = (await send('ada', 'POST', list, body)).json().id
    await send('ada', 'POST', list, body)
    await send('ada', 'POST', list, { ...body, anyway: true })
    await wait(minuteMs)
    const theirs = { ...shortInputs[category], isbn, photos: photosFor(category, [samePhoto]) }
    bobs[category] = (
      await send('bob', 'POST', list, { ...theirs, description: `${scamWords} Bright.` })
    ).json().id
    await wait(minuteMs)
    const url = apiPaths.listing(category, own[category])
    for (const query of [
      '',
      'order=price&limit=1',
      'q=calculus+room+lamp',
      'q=nothing&max_price=1',
      'min_price=abc',
    ]) {
      await read(query ? ['visitor'] : ['visitor', 'bob'], apiPaths.list(category, query))
    }
    await read(everyone, url)
    await read(everyone, apiPaths.contact(category, own[category]))
    await read(['visitor', 'bob'], apiPaths.listing(category, bobs[category]))
    await read(['visitor', 'bob'], apiPaths.similar(category, bobs[category]))
    if (category === 'misc') {
      const things = { ...movingThings, items: [inputs.misc, { title: '' }] }
      await send('ada', 'POST', apiPaths.movingSales, things)
      await send('ada', 'POST', apiPaths.movingSales, movingThings)
      await read(['visitor', 'bob'], apiPaths.movingSale(1))
      await send('bob', 'PATCH', apiPaths.movingSale(1), { bundle_price: 5 })
      await send('ada', 'PATCH', apiPaths.movingSale(1), { bundle_price: 5 })
      await read(['visitor'], apiPaths.movingSale(987_654))
    }
    if (category !== 'wanted') {
      await read(['visitor'], apiPaths.salePrices(category, 'like=textbook+isbn+9780306406157'))
      await read(['visitor'], apiPaths.salePrices(category))
    }
    await read(['visitor', 'ada'], apiPaths.listing(category, 987_654))
    await read(['visitor'], apiPaths.listing(category, 'abc'))
    await read(['visitor', 'bob', 'ada'], apiPaths.userListings(ids.ada, category))
    await read(['bob'], apiPaths.userListings(ids.bob, category))
    await read(['bob'], apiPaths.userListings(987_654, category))

    // This edits the price and the title, and includes edits that are refused.
    await wait(dayMs)
    const edited = { ...body, [apiNames.title]: 'Another title', [apiNames.price]: 20 }
    const { updated_at } = (await send('ada', 'GET', url)).json()
    for (const person of ['visitor', 'bob', 'mia'] as const) await send(person, 'PUT', url, edited)
    await send('ada', 'PUT', url, { photos: 'none', [apiNames.price]: 'much' })
    await send('ada', 'PUT', url, edited, { 'if-match': '"2026-01-01T00:00:00.000Z"' })
    await send('ada', 'PUT', url, { ...edited, is_free: false }, { 'if-match': `"${updated_at}"` })
    await send('ada', 'PUT', url, { ...edited, is_free: false })
    await send('ada', 'PUT', url, {
      ...edited,
      is_free: false,
      description: 'x',
      photos: photosFor(category, [photo]),
    })
    await send('ada', 'PUT', apiPaths.listing(category, 987_654), edited)
    await read(['visitor', 'ada'], url)

    // This changes the status and ends the listing.
    await send('bob', 'POST', apiPaths.status(category, own[category]), { status: 'sold' })
    await send('ada', 'POST', apiPaths.status(category, own[category]), { status: 'gone' })
    for (const status of ['pending', 'sold', 'pending', 'available']) {
      await send('ada', 'POST', apiPaths.status(category, own[category]), { status })
      await read(['visitor'], url)
    }
    await send('bob', 'POST', apiPaths.renew(category, own[category]))
    await wait(8 * dayMs)
    await send('ada', 'POST', apiPaths.renew(category, own[category]))
    await read(['ada', 'bob'], apiPaths.userListings(ids.ada, category))
    const file = photo.split('/').at(-1)
    await read(['visitor', 'bob', 'ada'], `${url}/photos/${file}`)
    await read(['visitor'], `/api/uploads/${file}`)
    if (!isForConfirmed(categoryById[category])) {
      await read(['visitor'], `/${path}/feed.xml`)
      await read(['visitor'], `/sitemap-${path}-0.xml`)
    }
  }
  // With one more category, all this takes nine days longer. The next calls are about listings that are still listed.
  await db.run(sql`UPDATE listings SET ends_at = ends_at + ${9 * dayMs}`)
  for (const category of ['rental', 'wanted'] as const) {
    await read(['visitor', 'bob', 'ada'], apiPaths.fits(category, own[category]))
    await read(['visitor', 'bob', 'ada'], apiPaths.household(category, own[category]))
  }
  for (const { id } of categoriesWithCopies) {
    await read(['visitor', 'ada'], apiPaths.copies(id, isbn))
    await read(['visitor'], apiPaths.copies(id, isbn, 'limit=0'))
    await read(['visitor'], apiPaths.copies(id, '9780306406157'))
    await read(['visitor'], apiPaths.copies(id, '123'))
  }
  await read(['visitor'], apiPaths.suggestions('text'))
  await read(['visitor'], apiPaths.suggestions('t'))
  await read(everyone, apiPaths.user(ids.ada))
  await read(['visitor'], apiPaths.user(ids.mia))
  return { own, bobs }
}

/** Records what students do with the listings of others. */
async function recordSaved({ db, send, read, wait }: Site, bobs: Record<CategoryId, number>) {
  for (const { id: category } of recordedCategories) {
    const url = apiPaths.favourite(category, bobs[category])
    for (const person of ['visitor', 'ada', 'bob'] as const) await send(person, 'PUT', url)
    await send('ada', 'PUT', apiPaths.favourite(category, 987_654))
    const query = 'q=lamp&max_price=900&order=price'
    await send('ada', 'POST', apiPaths.savedSearches, { category, query, frequency: 'soon' })
    await wait(minuteMs)
  }
  await send('ada', 'POST', apiPaths.savedSearches, { category: 'rides' })
  await read(['visitor', 'ada', 'bob'], apiPaths.favourites)
  await read(['visitor', 'ada', 'bob'], apiPaths.savedSearches)
  await read(['visitor', 'ada', 'bob'], apiPaths.home)
  await send('ada', 'PATCH', apiPaths.savedSearch(1), { frequency: 'off' })
  await send('bob', 'PATCH', apiPaths.savedSearch(1), { frequency: 'off' })
  await send('ada', 'DELETE', apiPaths.savedSearch(2))
  for (const { id: category } of recordedCategories) {
    await send('mia', 'PUT', apiPaths.favourite(category, bobs[category]))
    await send('mia', 'DELETE', apiPaths.favourite(category, bobs[category]))
  }
  await read(['mia'], apiPaths.favourites)
  const search = await db.get<{ created_at: number }>(
    sql`SELECT created_at FROM saved_searches WHERE id = 1`,
  )
  const links = createMailLinks('', createKeyedHash(secret))
  const createdAt = search?.created_at ?? 0
  const url = links.unsubscribeUrl({ kind: 'search', id: 1, createdAt })
  const token = new URLSearchParams(url.split('?')[1]).get('token') ?? ''
  await read(['visitor'], apiPaths.unsubscribeLink(token))
  await send('visitor', 'POST', '/unsubscribe', new URLSearchParams({ token }).toString(), {
    'content-type': form,
  })
  await read(['visitor'], apiPaths.unsubscribeLink('search.1.x'))
}

async function recordMessages({ send, read, wait }: Site, own: Record<CategoryId, number>) {
  for (const { id: category } of recordedCategories) {
    const url = apiPaths.listingMessages(category, own[category])
    const message = {
      body: `Is it still there? ${scamWords}`,
      client_id: `00000000-0000-4000-8000-00000000000${own[category] % 10}`,
    }
    await send('visitor', 'POST', url, message)
    await send('ada', 'POST', url, message)
    await send('bob', 'POST', url, { body: ' ' })
    await send('bob', 'POST', url, message)
    await send('bob', 'POST', apiPaths.listingMessages(category, 987_654), message)
    await wait(minuteMs)
    await read(['ada', 'bob'], apiPaths.contact(category, own[category]))
  }
  await read(['visitor', 'ada', 'bob', 'mia'], apiPaths.threads())
  await read(['ada', 'bob', 'mia'], apiPaths.messages(1))
  const reply = { body: 'Yes.', client_id: '00000000-0000-4000-8000-0000000000ff' }
  await send('ada', 'POST', apiPaths.messages(1), reply)
  await send('mia', 'POST', apiPaths.messages(1), reply)
  await send('ada', 'POST', apiPaths.readThread(1), { message_id: 1 })
  await send('ada', 'POST', apiPaths.readThread(1))
  const client_id = '00000000-0000-4000-8000-0000000000fe'
  for (const amount of [0, 10]) {
    await send('bob', 'POST', apiPaths.offers(1), { amount, client_id })
  }
  const offer_id = (await send('ada', 'GET', apiPaths.messages(1))).json().offers.last.id
  for (const [client, answer, digit] of [
    ['bob', 'accept', 'a'],
    ['ada', 'accept', 'b'],
    ['bob', 'undo', 'c'],
  ] as const) {
    const answered = { offer_id, answer, client_id: client_id.replace(/.$/, digit) }
    await send(client, 'POST', apiPaths.answerOffer(1), answered)
  }
  await recordMeetings({ send, read })
  await send('ada', 'POST', apiPaths.tellOthers(1))
  await send('ada', 'PUT', apiPaths.block(ids.bob))
  await send('ada', 'PUT', apiPaths.block(ids.ada))
  await read(['ada'], apiPaths.blocks)
  await read(['ada', 'bob'], apiPaths.messages(2))
  await send('bob', 'POST', apiPaths.messages(2), reply)
  await send('ada', 'DELETE', apiPaths.block(ids.bob))
}

/** Records a meeting from its proposal to its end. Tokens are random, so the link is not read. */
async function recordMeetings({ send, read }: Pick<Site, 'send' | 'read'>) {
  const client = (digit: string) => `00000000-0000-4000-8000-0000000000d${digit}`
  const place = { place_kind: 'other', place: 'Bus stop' }
  for (const times of [['2026-02-30T10:00'], ['2020-01-01T10:00'], ['2027-01-05T15:00']]) {
    await send('bob', 'POST', apiPaths.meetings(1), { ...place, times, client_id: client('1') })
  }
  const { current } = (await send('ada', 'GET', apiPaths.messages(1))).json().meetings
  const [time] = current.proposal.times
  const seen = { meeting_id: current.id, proposal_id: current.id }
  for (const [sender, answer, digit] of [
    ['bob', 'accept', '2'],
    ['ada', 'accept', '3'],
    ['ada', 'here', '4'],
  ] as const) {
    const answered = { ...seen, answer, time, client_id: client(digit) }
    await send(sender, 'POST', apiPaths.answerMeeting(1), answered)
  }
  const { meeting_id } = seen
  await send('ada', 'POST', apiPaths.meetingOutcome(1), { meeting_id, answer: 'no_show' })
  await read(['ada'], apiPaths.missedMeetings)
  await read(['bob', 'mia'], apiPaths.meetingCalendar(1, meeting_id))
  await send('bob', 'POST', apiPaths.meetingShare(1, 987_654))
  await send('bob', 'DELETE', apiPaths.meetingShare(1, meeting_id))
  await read(['visitor'], apiPaths.meetingLink('x'))
  const cancelled = { meeting_id, answer: 'cancel', client_id: client('5') }
  await send('bob', 'POST', apiPaths.answerMeeting(1), cancelled)
}

/** Records signals, reports, decisions, appeals and the pages of moderators. */
async function recordModeration(site: Site, listings: Record<'own' | 'bobs', Ids>) {
  const { app, db, clients, send, read, wait } = site
  const { own, bobs } = listings
  const logId = async () =>
    (await db.get<{ id: number }>(sql`SELECT MAX(id) AS id FROM moderation_log`))?.id ?? 0
  for (const { id: category } of recordedCategories) {
    const mine = (await send('bob', 'GET', apiPaths.userListings(ids.bob, category))).json()
    const [signal] = mine[0].signals
    const answers = apiPaths.signalAnswers(category, bobs[category])
    await send('ada', 'POST', answers, { signal: signal.id })
    await send('bob', 'POST', answers, { signal: 'none' })
    await send('bob', 'POST', answers, { signal: signal.id, note: 'It is not.' })
    await send('visitor', 'POST', apiPaths.report(category, own[category]), { reason: 'scam' })
    await send('ada', 'POST', apiPaths.report(category, own[category]), { reason: 'scam' })
    await send('bob', 'POST', apiPaths.report(category, own[category]), { reason: 'rude' })
    await send('bob', 'POST', apiPaths.report(category, own[category]), { reason: 'scam' })
    await wait(minuteMs)
  }
  await send('bob', 'POST', apiPaths.reportStudent(ids.ada), { reason: 'harassment' })
  await send('ada', 'POST', apiPaths.reportThread(1), { reason: 'scam', note: 'Look.' })
  await read(['visitor', 'bob', 'mia'], apiPaths.moderationQueue())
  await read(['mia'], apiPaths.moderationQueue('kind=signal&order=oldest'))
  for (const { id: category } of recordedCategories) {
    await read(['bob', 'mia', 'eve'], apiPaths.moderatedListing(category, own[category]))
    await read(['mia'], apiPaths.moderatedListing(category, bobs[category]))
    await read(['mia'], apiPaths.moderatedListing(category, 987_654))
    const decisions = apiPaths.listingDecisions(category, own[category])
    await send('mia', 'POST', decisions, { action: 'remove' })
    const seen = { note: 'Please read the rules.', seen: null }
    await send('bob', 'POST', decisions, { ...seen, action: 'remove', reason: 'scam' })
    await send('mia', 'POST', decisions, { ...seen, action: 'ask_to_edit', reason: 'scam' })
    await read(['ada'], apiPaths.userListings(ids.ada, category))
    const again = { ...seen, seen: await logId() }
    await send('mia', 'POST', decisions, { ...again, action: 'remove', reason: 'scam' })
    await read(['visitor', 'bob', 'ada', 'mia'], apiPaths.listing(category, own[category]))
    await read(['ada'], apiPaths.userListings(ids.ada, category))
    await read(['visitor'], apiPaths.similar(category, own[category]))
    await read(['ada', 'bob'], apiPaths.messages(own[category] === own.rental ? 1 : 2))
    const token = 'a'.repeat(42) + category.charAt(0)
    const removal = await logId()
    await db.run(sql`
      UPDATE appeals SET token_hash = ${hashToken(token)} WHERE log_id = ${removal}`)
    await read(['visitor'], apiPaths.appeal(token))
    const appeal = new URLSearchParams({ token, text: 'It is mine, and it is all true.' })
    await send('visitor', 'POST', '/appeal', appeal.toString(), { 'content-type': form })
    await read(['visitor'], apiPaths.appeal(token))
    await read(['mia'], apiPaths.moderatedListing(category, own[category]))
    await read(['mia'], apiPaths.moderationQueue())
    const reversed = { decision: 'reversed', reason: 'mistake' }
    await send('mia', 'POST', apiPaths.appealDecision(removal), reversed)
    await send('eve', 'POST', apiPaths.appealDecision(removal), reversed)
    await read(['visitor'], apiPaths.listing(category, own[category]))
  }
  await send('mia', 'POST', apiPaths.signalAnswerDecision(1), { decision: 'hidden' })
  await send('mia', 'POST', apiPaths.signalAnswerDecision(2), { decision: 'kept', note: 'No.' })
  await read(['bob'], apiPaths.userListings(ids.bob, 'textbook'))
  const reported = await db.get<{ id: number }>(
    sql`SELECT id FROM reports WHERE thread_id IS NOT NULL`,
  )
  await send('mia', 'POST', apiPaths.reportedMessages(reported?.id ?? 0))
  await read(['mia', 'eve'], apiPaths.moderatedStudents('q=bob'))
  await read(['mia', 'eve'], apiPaths.moderatedStudent(ids.ada))
  const warn = { action: 'warn', reason: 'scam', note: '' }
  await send('mia', 'POST', apiPaths.studentDecisions(ids.bob), { ...warn, seen: null })
  await send('mia', 'POST', apiPaths.studentDecisions(ids.bob), { ...warn, seen: await logId() })
  await send('mia', 'POST', apiPaths.undoDecision(await logId()), {
    reason: 'mistake',
    seen: await logId(),
  })
  await site.logInAgain()
  await send('eve', 'PUT', apiPaths.studentRole(ids.bob), {
    role: 'moderator',
    seen: await logId(),
  })
  const end = async () => ({ endsOn: '2027-04-30', seen: await logId() })
  await send('mia', 'PUT', apiPaths.roleEnd(ids.bob), await end())
  await send('eve', 'PUT', apiPaths.roleEnd(ids.bob), await end())
  await send('eve', 'POST', apiPaths.roleReview(ids.bob), { seen: await logId() })
  await read(['visitor', 'mia', 'eve'], apiPaths.roles)
  await send('eve', 'PUT', apiPaths.studentRole(ids.bob), { role: 'student', seen: await logId() })
  for (const action of ['plan_deletion', 'keep_account', 'hold', 'release']) {
    const request = { action, reason: 'A letter', seen: await logId() }
    await send('eve', 'POST', apiPaths.studentRequests(ids.bob), request)
    if (action === 'plan_deletion') await read(['bob'], apiPaths.me)
  }
  await send('bob', 'POST', apiPaths.keepAccount, {})
  await read(['visitor', 'mia', 'eve'], apiPaths.handover)
  await send('mia', 'PUT', apiPaths.handoverNotes, { text: 'Notes', basedOn: 0 })
  await send('eve', 'PUT', apiPaths.handoverNotes, { text: 'x'.repeat(5001), basedOn: 0 })
  await read(['mia', 'eve'], apiPaths.moderationLog())
  await read(['mia'], apiPaths.moderationFigures)
  await read(['mia'], apiPaths.overview)
  await send('mia', 'POST', apiPaths.emailCheck)
  // What an admin gets depends on the machine, and on which emails were sent in the meantime, so only the status counts.
  const headers = { cookie: clients.eve.cookieJar.cookie }
  for (const request of [
    { method: 'GET' as const, url: apiPaths.overview },
    { method: 'POST' as const, url: apiPaths.emailCheck },
  ]) {
    expect((await app.inject({ ...request, headers })).statusCode).toBe(200)
  }
  await send('eve', 'POST', apiPaths.retryJob(999_999))
  await read(['visitor', 'mia', 'eve'], apiPaths.settings)
  const change = { settings: { ...campus.settings, brand: '' }, basedOn: 0 }
  await send('mia', 'PUT', apiPaths.settings, change)
  await send('eve', 'PUT', apiPaths.settings, change)
  await send('eve', 'POST', apiPaths.logo, {})
  await read(['visitor'], '/brand/0123456789abcdef/icon-64.png')
  await send('eve', 'POST', apiPaths.undoSettings, { version: 1 })
  await send('mia', 'POST', apiPaths.testMail)
  await send('eve', 'POST', apiPaths.testMail)
  await recordTexts(site)
  await recordTeamwork(site, own)
}

/** Records the texts that admins edit. */
async function recordTexts({ send, read }: Site) {
  for (const name of textNames) {
    await read(['visitor'], apiPaths.text(name))
    await read(['visitor'], apiPaths.textChanges(name))
  }
  const text = { name: 'about', markdown: '## {brand}\n\n<b>Hello</b>' }
  await send('mia', 'POST', apiPaths.previewText, text)
  await send('eve', 'POST', apiPaths.previewText, text)
  await send('mia', 'PUT', apiPaths.texts, { ...text, basedOn: 0 })
  await send('eve', 'PUT', apiPaths.texts, { ...text, basedOn: 5 })
  await send('eve', 'PUT', apiPaths.texts, { name: 'rules', markdown: ' ', basedOn: 0 })
  await send('eve', 'POST', apiPaths.restoreText, { name: 'about', version: 9, basedOn: 0 })
  await send('mia', 'POST', apiPaths.hideText, { name: 'about', version: 9, isHidden: true })
  await send('eve', 'POST', apiPaths.hideText, { name: 'about', version: 9, isHidden: true })
  await read(['visitor', 'mia', 'eve'], apiPaths.texts)
}

/** Records claims, internal notes, decisions on several cases, and announcements. */
async function recordTeamwork({ send, read }: Site, own: Ids) {
  const together = { action: 'remove', reason: 'scam', version: 'none', listingIds: [own.misc] }
  const note = { text: 'Look at the photos.' }
  for (const { id: category } of categories) {
    const claim = apiPaths.listingClaim(category, own[category])
    await send('mia', 'PUT', claim, {})
    await send('eve', 'PUT', claim, {})
    await send('eve', 'PUT', claim, { takesOverFrom: ids.mia })
    await send('mia', 'POST', apiPaths.listingNotes(category, own[category]), note)
    await send('mia', 'POST', apiPaths.clusterDecisions(category, own[category]), together)
    await read(['mia'], apiPaths.moderatedListing(category, own[category]))
    await send('eve', 'DELETE', claim)
  }
  await send('mia', 'PUT', apiPaths.studentClaim(ids.ada), {})
  await send('mia', 'DELETE', apiPaths.studentClaim(ids.ada))
  await send('mia', 'POST', apiPaths.studentNotes(ids.ada), { text: ' ' })
  await send('mia', 'POST', apiPaths.studentNotes(ids.ada), note)
  await send('eve', 'DELETE', apiPaths.internalNote(1))
  await send('mia', 'DELETE', apiPaths.internalNote(1))
  const days = { firstDay: '2026-11-15', lastDay: '2099-12-31' }
  const announcement = { text: 'Books are free today', link: '/rules', ...days, university: null }
  await send('mia', 'POST', apiPaths.announcements, announcement)
  await send('eve', 'POST', apiPaths.announcements, { ...announcement, link: '//example.com' })
  await send('eve', 'POST', apiPaths.announcements, announcement)
  await send('eve', 'PUT', apiPaths.announcement(1), { ...announcement, version: 2 })
  await send('eve', 'PUT', apiPaths.announcement(1), { ...announcement, version: 1 })
  await read(['visitor', 'mia', 'eve'], apiPaths.announcements)
  await send('eve', 'DELETE', apiPaths.announcement(1))
}

type Ids = Record<CategoryId, number>

/** Records email links, ends, deletions and the account's own routes. */
async function recordEnds(site: Site, { own, bobs }: Record<'own' | 'bobs', Ids>) {
  const { db, clock, send, read, wait } = site
  for (const { id: category } of recordedCategories) {
    const id = own[category]
    const token = 'r'.repeat(42) + category.charAt(0)
    const row = await db.get<{ ends_at: number }>(
      sql`SELECT ends_at FROM listings WHERE id = ${id}`,
    )
    const endsAt = row?.ends_at ?? 0
    const link = { tokenHash: hashToken(token), listingId: id, endsAt }
    await insertRenewLink(db, { ...link, expiresAt: clock.now + 300 * dayMs })
    await read(['visitor'], apiPaths.renewLink(token))
    const body = new URLSearchParams({ token }).toString()
    await send('visitor', 'POST', '/renew', body, { 'content-type': form })
    await read(['visitor'], apiPaths.renewLink(token))
    await wait(hourMs)
  }
  await read(['visitor'], apiPaths.renewLink('none'))
  for (const path of [
    apiPaths.me,
    apiPaths.account,
    apiPaths.sessions,
    apiPaths.securityEvents,
    apiPaths.security,
    apiPaths.accountExport,
  ]) {
    await read(['visitor', 'ada', 'bob'], path)
  }
  await send('ada', 'PATCH', apiPaths.account, { showsEmail: false })
  await read(['bob'], apiPaths.contact('misc', own.misc))
  await read(['bob'], apiPaths.listing('misc', own.misc))

  // All listings but the textbooks have ended by now.
  await wait(100 * dayMs)
  for (const { id: category } of recordedCategories) {
    await read(['visitor', 'ada', 'bob'], apiPaths.listing(category, own[category]))
    await read(['visitor'], apiPaths.list(category))
    await send('ada', 'POST', apiPaths.renew(category, own[category]))
    await read(['ada'], apiPaths.userListings(ids.ada, category))
    const url = apiPaths.listing(category, bobs[category])
    await send('ada', 'DELETE', url)
    await send('bob', 'DELETE', url)
    await send('bob', 'DELETE', url)
    await read(['visitor', 'bob'], url)
  }
  await read(['ada'], apiPaths.favourites)
}

/** Records each route that has nothing to do with listings once, so that all routes are recorded. */
async function recordOthers(site: Site) {
  const { db, clock, send, read } = site
  const session = { email: people.ada.email, password: people.ada.password }
  const stranger = { ...people.ada, email: at('stranger') }
  await send('visitor', 'POST', apiPaths.users, stranger)
  await send('visitor', 'POST', apiPaths.login, { ...session, password: 'wrong horse 1!' })
  await send('visitor', 'POST', apiPaths.login, session)
  await send('visitor', 'POST', apiPaths.requestPasswordReset, { email: at('no') })
  await send('visitor', 'POST', apiPaths.checkResetLink, { token: 'made-up' })
  await send('visitor', 'POST', apiPaths.resetPassword, {
    token: 'made-up',
    password: people.ada.password,
  })
  await send('ada', 'POST', apiPaths.confirmEmail, { code: '000000' })
  await send('ada', 'POST', apiPaths.resendCode)
  await send('ada', 'DELETE', apiPaths.session('none'))
  await send('ada', 'POST', apiPaths.changePassword, { current: 'x', password: 'y' })
  await send('ada', 'POST', apiPaths.identityCode)
  await send('ada', 'DELETE', apiPaths.account, { password: 'wrong horse 1!' })
  await recordPasskeys(site)
  await send('visitor', 'POST', pagePaths.universityLogin, 'form=names', { 'content-type': form })
  await send('visitor', 'POST', apiPaths.visits, { path: '/', userAgent: 'x', timestamp: 0 })
  for (const path of [
    '/.well-known/change-password',
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap-pages.xml',
    apiPaths.loginWays,
    apiPaths.university('waterloo'),
    apiPaths.universityCallback('waterloo'),
    apiPaths.waitingUniversityLogin,
    apiPaths.health,
    apiPaths.metrics,
    apiPaths.openapi,
    apiPaths.docs,
    `${apiPaths.docs}/style.css`,
    `${apiPaths.docs}/headings.woff2`,
    '/api/nowhere',
  ]) {
    await read(['visitor'], path)
  }
  await db.run(sql`UPDATE users SET banned_at = ${clock.now} WHERE id = ${ids.bob}`)
  const token = await createExportToken(db, { id: ids.bob, bannedAt: clock.now })
  await read(['visitor'], apiPaths.exportLink(token))
  await send('visitor', 'POST', '/export', new URLSearchParams({ token }).toString(), {
    'content-type': form,
  })
  await read(['visitor'], pagePaths.exportData('none').replace('/export', '/api/export-link'))
  await send('ada', 'POST', apiPaths.refresh)
  await send('ada', 'DELETE', apiPaths.sessions)
  await send('ada', 'GET', apiPaths.logout)
}

/** Records the routes of passkeys and of the second factor. Their own tests go through every step. */
async function recordPasskeys({ send }: Site) {
  const device = createSoftwareAuthenticator('http://localhost:3000')
  await send('visitor', 'POST', apiPaths.passkeyOptions)
  await send('visitor', 'POST', apiPaths.passkeyLogin, device.get({ challenge: 'made-up' }))
  await send('ada', 'POST', apiPaths.newPasskey)
  await send('ada', 'POST', apiPaths.proveIdentity, { password: 'wrong horse 1!' })
  await send('ada', 'POST', apiPaths.proveIdentity, { password: people.ada.password })
  await send('ada', 'POST', apiPaths.newPasskey)
  await send('ada', 'POST', apiPaths.passkeys, device.create({ challenge: 'made-up' }))
  await send('ada', 'PATCH', apiPaths.passkey(1), { name: 'My phone' })
  await send('ada', 'DELETE', apiPaths.passkey(1))
  await send('ada', 'POST', apiPaths.authenticator)
  await send('eve', 'POST', apiPaths.authenticator)
  await send('eve', 'PUT', apiPaths.authenticator, { code: '000000' })
  await send('eve', 'DELETE', apiPaths.authenticator)
  await send('eve', 'POST', apiPaths.recoveryCodes)
}

/** Records a site that does not confirm addresses. It posts a duplicate, and names the earlier listing in the response. */
async function recordTryOut({ send, uploadPhoto }: Site) {
  const photo = await uploadPhoto('ada', await fourColorImage().jpeg().toBuffer())
  for (const { id: category } of recordedCategories) {
    for (let time = 0; time < 2; time++) {
      await send('ada', 'POST', apiPaths.list(category), { ...inputs[category], photos: [photo] })
    }
  }
}

async function record() {
  const site = await openSite({ VERIFY_EMAIL: 'on' })
  const listings = await recordListings(site)
  await recordSaved(site, listings.bobs)
  await recordMessages(site, listings.own)
  await recordModeration(site, listings)
  await recordEnds(site, listings)
  await recordOthers(site)
  const tryOut = await openSite({ VERIFY_EMAIL: 'off' })
  await recordTryOut(tryOut)
  return { app: site.app, routes: site.routes, lines: [...site.lines, ...tryOut.lines] }
}

describe('the API', () => {
  it('answers every route as recorded', async () => {
    const { app, routes, lines } = await record()
    expect([...routes].toSorted()).toEqual([...app.routeList].toSorted())
    if (process.env.RECORD) writeFileSync(recordingPath, `${lines.join('\n')}\n`)
    const recorded = readFileSync(recordingPath, 'utf8').trimEnd().split('\n')
    // Lines are compared one by one, because the first difference is the one to read.
    for (const [index, line] of lines.entries()) expect(line).toBe(recorded[index])
    expect(lines).toHaveLength(recorded.length)
  }, 60_000)
})
