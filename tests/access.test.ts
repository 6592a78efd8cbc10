import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { LightMyRequestResponse } from 'fastify'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import {
  type AnyCategory,
  categories,
  categoriesWithCopies,
  categoryById,
  isForConfirmed,
  publicCategories,
  tabsOf,
} from '#categories/index.ts'
import type { MailboxState } from '#contract/accounts.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { UserRole } from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { textNames } from '#contract/site-text-rules.ts'
import { findAnnouncements, insertAnnouncement } from '#server/campus/announcements.ts'
import type { Db } from '#server/database/database.ts'
import { writeLog } from '#server/moderation/moderation-log.ts'
import { type Action, createPolicies, type Policies, type Role } from '#server/policies.ts'
import { insertSavedSearch } from '#server/saved/searches/saved-search-queries.ts'
import { suspendStudent } from '#server/students/restrictions/restrict-student.ts'
import { startSession } from '#server/students/sessions/sessions.ts'
import { buildTestApp } from './support/build-test-app.ts'
import { buildTestAppWithUsers } from './support/build-test-app-with-users.ts'
import { at } from './support/campus-email.ts'
import { anyEngine, type Engine, engines } from './support/databases.ts'
import { ada } from './support/http-client.ts'
import { insertSecondFactor, insertTestUser } from './support/insert-test-user.ts'
import { listingInputs, newInput } from './support/listing-inputs.ts'
import { insertTestAppeal, insertTestSignalAnswer } from './support/moderation-rows.ts'
import { insertTestMovingSale } from './support/moving-sale-rows.ts'
import { createFileForm, encodeForm } from './support/photo-app.ts'
import { fourColorImage } from './support/photo-files.ts'
import { readAllTables } from './support/read-tables.ts'
import { createSoftwareAuthenticator } from './support/software-authenticator.ts'

const callers = [
  'visitor',
  'unconfirmed',
  'other student, due to confirm',
  'other student',
  'suspended',
  'moderator',
  'admin',
  'admin without a second factor',
  'owner',
  'ended session',
] as const

type Caller = (typeof callers)[number]

const roleOfCaller: Record<Caller, Role> = {
  visitor: 'visitor',
  unconfirmed: 'student',
  'other student, due to confirm': 'student',
  'other student': 'student',
  suspended: 'student',
  moderator: 'moderator',
  admin: 'admin',
  'admin without a second factor': 'student',
  owner: 'owner',
  'ended session': 'visitor',
}

const confirmationOfCaller: Partial<Record<Caller, MailboxState>> = {
  unconfirmed: 'required',
  'other student, due to confirm': 'due',
}

/** A status, or the code of a 403. */
type Status = number | ErrorCode

type Statuses = Partial<Record<Caller, Status>>

/**
 * The action of a route (null if everyone may call it), the status for those who may call it, and callers with another
 * status.
 */
type Access = [action: Action | null, status: Status, exceptions?: Statuses]

/** The status for everyone but Ada on her thread or her saved search. Nobody else may learn that it exists. */
const notTheirs: Statuses = Object.fromEntries(
  callers.filter((caller) => caller !== 'owner').map((caller) => [caller, 404]),
)

/** The status for those who have a role, whether or not it counts. */
const withRole = (status: Status): Statuses => ({
  suspended: status,
  moderator: status,
  admin: status,
  'admin without a second factor': status,
})

/** The status for callers who have just used a second factor. It also proves who they are. */
const withFactor = (status: Status): Statuses => ({
  suspended: status,
  moderator: status,
  admin: status,
})

const toConfirm = (status: number): Statuses => ({
  unconfirmed: status,
  'other student, due to confirm': status,
})

/** The access to every route. A route that is missing here fails the test. */
const accessTable: Record<string, Access> = {
  'POST /api/users': [null, 201],
  'POST /api/auth/login': [null, 200],
  'GET /api/auth/me': [null, 200],
  'POST /api/auth/refresh': [null, 200],
  'GET /api/auth/logout': [null, 200],
  'GET /api/auth/ways': [null, 200],
  // The site of this test has no identity provider. The tests of university logins have two.
  'GET /api/auth/university/:provider': [null, 404],
  'GET /api/auth/university/:provider/callback': [null, 404],
  'GET /api/auth/university-login': [null, 404],
  'POST /login/university': [null, 400],
  'POST /api/auth/reset-password': [null, 200],
  'POST /api/auth/reset-password/check': [null, 400],
  'POST /api/auth/change-password': [null, 400],
  'POST /api/auth/confirm': ['confirm email', 200, toConfirm(400)],
  'POST /api/auth/confirm/resend': ['confirm email', 200],
  'GET /api/renew-link': [null, 400],
  'POST /renew': [null, 400],
  'GET /api/appeal': [null, 400],
  'POST /appeal': [null, 400],
  'GET /api/export-link': [null, 400],
  'POST /export': [null, 400],
  'GET /api/unsubscribe-link': [null, 400],
  'POST /unsubscribe': [null, 400],
  'POST /api/auth/passkey/options': [null, 200],
  // The browser has no challenge.
  'POST /api/auth/passkey': [null, 400],
  'POST /api/auth/proof': ['change account', 400],
  'GET /api/users/me/security': ['read account', 200],
  'POST /api/users/me/passkeys/options': ['change account', 'reauthenticate', withFactor(200)],
  'POST /api/users/me/passkeys': ['change account', 'reauthenticate', withFactor(400)],
  'PATCH /api/users/me/passkeys/:id': ['change account', 404],
  'DELETE /api/users/me/passkeys/:id': ['change account', 'reauthenticate', withFactor(404)],
  'POST /api/users/me/authenticator': [
    'change account',
    404,
    { ...withRole('reauthenticate'), ...withFactor(200) },
  ],
  'PUT /api/users/me/authenticator': [
    'change account',
    404,
    { ...withRole('reauthenticate'), ...withFactor(400) },
  ],
  'DELETE /api/users/me/authenticator': ['change account', 'reauthenticate', withFactor(409)],
  'POST /api/users/me/recovery-codes': [
    'change account',
    404,
    { ...withRole('reauthenticate'), ...withFactor(200) },
  ],
  'GET /api/users/me': ['read account', 200],
  'PATCH /api/users/me': ['change account', 200],
  'GET /api/users/me/events': ['read account', 200],
  'POST /api/users/me/keep': ['change account', 200],
  'GET /api/users/me/sessions': ['read account', 200],
  'DELETE /api/users/me/sessions/:id': ['change account', 404],
  'POST /api/users/me/password': ['change account', 400],
  // The students of this test have a password.
  'POST /api/users/me/code': ['change account', 409],
  'GET /api/users/me/blocks': ['read account', 200],
  'GET /api/users/me/export': ['export account', 200],
  'DELETE /api/users/me': ['delete account', 400],
  ...Object.fromEntries(
    publicCategories.map(({ path }): [string, Access] => [
      `GET /api/${path}/sale-prices`,
      // The test sends no query.
      [null, 400],
    ]),
  ),
  ...Object.fromEntries(
    categories.flatMap(({ path }): [string, Access][] => [
      [`GET /api/${path}`, [null, 200]],
      [`GET /api/${path}/:id`, ['read listing', 200]],
      [`GET /api/${path}/:id/similar`, [null, 200]],
      [`GET /api/${path}/:id/contact`, ['read contact', 200]],
      [`GET /api/${path}/:id/photos/:file`, ['read photos', 404]],
      [`POST /api/${path}`, ['post listing', 201]],
      [`PUT /api/${path}/:id`, ['edit listing', 200]],
      [`POST /api/${path}/:id/status`, ['change status', 200]],
      [`POST /api/${path}/:id/renew`, ['renew listing', 200]],
      [`DELETE /api/${path}/:id`, ['delete listing', 204]],
      [`POST /api/${path}/:id/report`, ['report', 201]],
      // The listing does not have this signal.
      [`POST /api/${path}/:id/signals/answers`, ['answer signal', 409]],
      [`POST /api/${path}/:id/messages`, ['start thread', 201, { owner: 400 }]],
      [`PUT /api/${path}/:id/favourite`, ['save favourite', 204, { owner: 400 }]],
      [`DELETE /api/${path}/:id/favourite`, ['change saved', 204]],
      [`GET /api/moderation/${path}/:id`, ['moderate', 200]],
      [`POST /api/moderation/${path}/:id/decisions`, ['moderate', 200]],
      // The listing shares nothing with another case.
      [`POST /api/moderation/${path}/:id/cluster/decisions`, ['moderate', 409]],
      [`PUT /api/moderation/${path}/:id/claim`, ['moderate', 200]],
      [`DELETE /api/moderation/${path}/:id/claim`, ['moderate', 200]],
      [`POST /api/moderation/${path}/:id/notes`, ['moderate', 200]],
      [`GET /api/users/:id/${path}`, [null, 200]],
    ]),
  ),
  ...Object.fromEntries(
    publicCategories.flatMap(({ path }): [string, Access][] => [
      [`GET /${path}/feed.xml`, [null, 200]],
      [`GET /sitemap-${path}-:part(^\\d{1,6}).xml`, [null, 200]],
    ]),
  ),
  ...Object.fromEntries(
    categories
      .filter((category) => tabsOf(category).length > 0)
      .flatMap(({ path }): [string, Access][] => [
        [`GET /api/${path}/:id/fits`, ['read fits', 200]],
        [`GET /api/${path}/:id/household`, ['read student listing', 200]],
      ]),
  ),
  ...Object.fromEntries(
    categoriesWithCopies.map(({ path, copies }): [string, Access] => [
      `GET /api/${path}/${copies.segment}/:${copies.field}`,
      [null, 200],
    ]),
  ),
  'GET /api/suggestions': [null, 200],
  // These come after the routes that create listings, because visitors only see students who have one.
  'POST /api/moving-out': ['post listing', 201],
  'GET /api/moving-out/:id': ['read listing', 200],
  'PATCH /api/moving-out/:id': ['edit listing', 200],
  'GET /api/users/:id': ['read profile', 200],
  'POST /api/users/:id/report': ['report', 201],
  'PUT /api/users/:id/block': ['block student', 204, { owner: 400 }],
  'DELETE /api/users/:id/block': ['change account', 204],
  'GET /api/threads': ['read messages', 200],
  'GET /api/threads/:id/messages': ['read messages', 200, notTheirs],
  'POST /api/threads/:id/messages': ['send message', 201, notTheirs],
  // The listing is not sold.
  'POST /api/threads/:id/tell-others': ['send message', 409, notTheirs],
  'POST /api/threads/:id/offers': ['send message', 201, notTheirs],
  // The thread has no such offer.
  'POST /api/threads/:id/offers/answer': ['send message', 404, notTheirs],
  'POST /api/threads/:id/meetings': ['send message', 201, notTheirs],
  // The thread has no such meeting.
  'POST /api/threads/:id/meetings/answer': ['send message', 404, notTheirs],
  'POST /api/threads/:id/meetings/outcome': ['read messages', 404, notTheirs],
  'POST /api/threads/:id/meetings/:meeting/share': ['send message', 404, notTheirs],
  'DELETE /api/threads/:id/meetings/:meeting/share': ['read messages', 404, notTheirs],
  'GET /api/threads/:id/meetings/:meeting/meeting.ics': ['read messages', 404, notTheirs],
  'GET /api/users/me/missed-meetings': ['read account', 200],
  'GET /api/meeting-link': [null, 400],
  'POST /api/threads/:id/read': ['read messages', 204, notTheirs],
  'POST /api/threads/:id/report': ['report', 201, { ...notTheirs, owner: 201 }],
  'GET /api/favourites': ['read saved', 200],
  'GET /api/home': ['read saved', 200],
  'GET /api/saved-searches': ['read saved', 200],
  'POST /api/saved-searches': ['save search', 201],
  'PATCH /api/saved-searches/:id': ['change saved', 200, notTheirs],
  'DELETE /api/saved-searches/:id': ['change saved', 204, notTheirs],
  'POST /api/moderation/reports/:id/messages': ['moderate', 200],
  'GET /api/moderation/queue': ['moderate', 200],
  'GET /api/moderation/students': ['moderate', 200],
  'GET /api/moderation/students/:id': ['moderate', 200],
  'POST /api/moderation/students/:id/decisions': ['moderate', 200],
  // The student has that role already or none, and no hold, the entry is not a decision, and the appeal and the answer to a signal are decided.
  'PUT /api/moderation/students/:id/role': ['administer', 409],
  'PUT /api/moderation/students/:id/role/end': ['administer', 409],
  'POST /api/moderation/students/:id/role/review': ['administer', 409],
  'POST /api/moderation/students/:id/requests': ['administer', 409],
  'POST /api/moderation/log/:id/undo': ['moderate', 409],
  'POST /api/moderation/appeals/:id': ['moderate', 409],
  'POST /api/moderation/signal-answers/:id': ['moderate', 409],
  'PUT /api/moderation/students/:id/claim': ['moderate', 200],
  'DELETE /api/moderation/students/:id/claim': ['moderate', 200],
  'POST /api/moderation/students/:id/notes': ['moderate', 200],
  // There is no such note.
  'DELETE /api/moderation/notes/:id': ['moderate', 404],
  'GET /api/moderation/log': ['moderate', 200],
  'GET /api/moderation/figures': ['moderate', 200],
  'GET /api/admin/roles': ['administer', 200],
  'GET /api/admin/handover': ['administer', 200],
  'PUT /api/admin/handover/notes': ['administer', 200],
  'GET /api/admin/overview': ['administer', 200],
  // No such job has failed.
  'POST /api/admin/jobs/:id/retry': ['administer', 409],
  'POST /api/admin/email-check': ['administer', 200],
  'GET /api/admin/settings': ['administer', 200],
  // The settings are those in use, and there is no version to undo.
  'PUT /api/admin/settings': ['administer', 200],
  'POST /api/admin/settings/undo': ['administer', 409],
  'POST /api/admin/settings/email': ['administer', 200],
  'POST /api/admin/settings/logo': ['administer', 415],
  'GET /api/admin/texts': ['administer', 200],
  // Each text is the one in use.
  'PUT /api/admin/texts': ['administer', 200],
  'POST /api/admin/texts/restore': ['administer', 200],
  'POST /api/admin/texts/preview': ['administer', 200],
  'POST /api/admin/texts/hide': ['administer', 404],
  ...Object.fromEntries(
    textNames.flatMap((name): [string, Access][] => [
      [`GET ${apiPaths.text(name)}`, [null, 200]],
      [`GET ${apiPaths.textChanges(name)}`, [null, 200]],
    ]),
  ),
  'GET /api/admin/announcements': ['administer', 200],
  'POST /api/admin/announcements': ['administer', 200],
  'PUT /api/admin/announcements/:id': ['administer', 200],
  'DELETE /api/admin/announcements/:id': ['administer', 200],
  'POST /api/upload': ['upload photo', 415],
  'GET /api/uploads/:file': [null, 404],
  'GET /brand/:key/:file': [null, 404],
  'POST /api/logs': [null, 204],
  'GET /.well-known/change-password': [null, 302],
  'GET /robots.txt': [null, 200],
  'GET /sitemap.xml': [null, 200],
  'GET /sitemap-pages.xml': [null, 200],
  'GET /api/health': [null, 200],
  'GET /api/metrics': [null, 401],
  'GET /api/openapi.json': [null, 200],
  'GET /api/docs': [null, 200],
  'GET /api/docs/headings.woff2': [null, 200],
  'GET /api/docs/style.css': [null, 200],
  '* /api/*': [null, 404],
  // This route comes last, because it ends the sessions that create listings.
  'DELETE /api/users/me/sessions': ['change account', 204],
}

const pathsForConfirmed = categories.filter(isForConfirmed).map(({ path }) => path)

/** Returns whether the route belongs to a category that only confirmed students may see. */
const isRouteForConfirmed = (route: string) =>
  pathsForConfirmed.some((path) => new RegExp(`^\\w+ /api/(users/:id/)?${path}(/|$)`).test(route))

/** Returns the answer that each caller should get by the policies: the status, or the code of a 403. */
function expectedAnswers(
  route: string,
  [action, status, exceptions = {}]: Access,
  policies: Policies,
): Record<string, number | ErrorCode> {
  // Authors can take their own request down, whatever they may read.
  const isTakingDown = action === 'delete listing' || action === 'change status'
  const needed: Action[] =
    isRouteForConfirmed(route) && !isTakingDown ? ['read student listing'] : []
  if (action) needed.push(action)
  return Object.fromEntries(
    callers.map((caller) => {
      const refusals = needed.map((each) => expectedRefusal(caller, each, policies))
      const refusal = refusals.find((each) => each !== undefined)
      const isAllowed = !action || policies.can(roleOfCaller[caller], action)
      return [caller, refusal ?? exceptions[caller] ?? (isAllowed ? status : 'forbidden')]
    }),
  )
}

/** Returns the refusal that comes before the server looks up the thing. */
function expectedRefusal(
  caller: Caller,
  action: Action,
  { canTry, isConfirmedFor, isSecret, isSuspendedFrom }: Policies,
): number | ErrorCode | undefined {
  const role = roleOfCaller[caller]
  // The owner is a student.
  if (!canTry(role === 'owner' ? 'student' : role, action)) {
    if (caller === 'admin without a second factor' && isSecret(action)) return 'second_factor'
    return role !== 'visitor' && isSecret(action) ? 404 : 401
  }
  if (caller === 'suspended' && isSuspendedFrom(action)) return 'suspended'
  const confirmation = confirmationOfCaller[caller] ?? 'confirmed'
  return isConfirmedFor(confirmation, action) ? undefined : 'unconfirmed'
}

/** Returns an answer in the form that `expectedAnswers` uses. */
const answerOf = ({ statusCode, json }: Pick<LightMyRequestResponse, 'statusCode' | 'json'>) =>
  statusCode === 403 ? json().code : statusCode

let strangers = 0

/** A decision by a moderator who has seen every entry. */
const undo = { reason: 'mistake', seen: Number.MAX_SAFE_INTEGER }
/** Decisions that can be repeated any number of times. */
const askToEdit = { ...undo, action: 'ask_to_edit', reason: 'scam' }
const together = { ...askToEdit, version: 'x', listingIds: [1] }
const internalNote = { text: 'Look at the photos.' }
const announcement = {
  text: 'Books are free today',
  link: null,
  firstDay: '2026-11-15',
  lastDay: '2026-11-16',
  university: null,
}
const warn = { ...undo, action: 'warn', reason: 'scam' }

const software = createSoftwareAuthenticator('https://quad.example')

const firstMessage = { body: 'Is it still available?' }

/** Valid request bodies, except that a password asked for again is wrong. */
const requestBodies: Record<string, () => unknown> = {
  'POST /api/moving-out': () => ({
    client_id: crypto.randomUUID(),
    items: [{ ...listingInputs.misc, title: `Lamp ${strangers++}` }],
    place: 'The lobby',
    pickup_window: 'Sat',
    anyway: true,
  }),
  'PATCH /api/moving-out/:id': () => ({ bundle_price: 5 }),
  'POST /api/users': () => ({ ...ada, email: at(`stranger${strangers++}`) }),
  'POST /api/auth/login': () => ada,
  'POST /api/auth/reset-password': () => ({ email: ada.email }),
  'POST /api/auth/reset-password/check': () => ({ token: 'made-up' }),
  'POST /api/auth/change-password': () => ({ token: 'made-up', password: ada.password }),
  'POST /api/auth/confirm': () => ({ code: '000000' }),
  'POST /api/auth/passkey': () => software.get({ challenge: 'made-up' }),
  'POST /api/auth/proof': () => ({ password: 'wrong horse 1!' }),
  'POST /api/users/me/passkeys': () => software.create({ challenge: 'made-up' }),
  'PATCH /api/users/me/passkeys/:id': () => ({ name: 'My phone' }),
  'PUT /api/users/me/authenticator': () => ({ code: '000000' }),
  // A suspended student may change settings, but not the name.
  'PATCH /api/users/me': () => ({ showsEmail: false }),
  'POST /api/users/me/password': () => ({ current: 'wrong horse 1!', password: ada.password }),
  'DELETE /api/users/me': () => ({ password: 'wrong horse 1!' }),
  'POST /api/users/:id/report': () => ({ reason: 'scam' }),
  'POST /api/threads/:id/report': () => ({ reason: 'scam' }),
  'POST /api/threads/:id/messages': () => firstMessage,
  'POST /api/threads/:id/offers': () => ({ amount: 10 }),
  'POST /api/threads/:id/offers/answer': () => ({ offer_id: 987_654, answer: 'accept' }),
  'POST /api/threads/:id/meetings': () => ({
    place_kind: 'other',
    place: 'Bus stop',
    times: ['2026-11-20T15:00'],
  }),
  'POST /api/threads/:id/meetings/answer': () => ({ meeting_id: 987_654, answer: 'cancel' }),
  'POST /api/threads/:id/meetings/outcome': () => ({ meeting_id: 987_654, answer: 'sold' }),
  'POST /api/saved-searches': () => ({ category: 'misc', query: 'q=lamp' }),
  'PATCH /api/saved-searches/:id': () => ({ frequency: 'soon' }),
  'POST /api/moderation/students/:id/decisions': () => warn,
  'PUT /api/moderation/students/:id/claim': () => ({}),
  'POST /api/moderation/students/:id/notes': () => internalNote,
  'PUT /api/moderation/students/:id/role': () => ({ ...undo, role: 'student' }),
  'PUT /api/moderation/students/:id/role/end': () => ({ endsOn: '2027-04-30', seen: 99 }),
  'POST /api/moderation/students/:id/role/review': () => ({ seen: 99 }),
  'POST /api/moderation/students/:id/requests': () => ({
    ...{ action: 'release', reason: 'A test', seen: 99 },
  }),
  'PUT /api/admin/handover/notes': () => ({ text: '', basedOn: 0 }),
  'POST /api/moderation/log/:id/undo': () => undo,
  'POST /api/moderation/appeals/:id': () => ({ ...undo, decision: 'reversed' }),
  'POST /api/moderation/signal-answers/:id': () => ({ decision: 'hidden' }),
  'PUT /api/admin/settings': () => ({ settings: campus.settings, basedOn: 0 }),
  'POST /api/admin/settings/undo': () => ({ version: 1 }),
  'PUT /api/admin/texts': () => ({ name: 'rules', markdown: null, basedOn: 0 }),
  'POST /api/admin/texts/restore': () => ({ name: 'rules', version: 0, basedOn: 0 }),
  'POST /api/admin/texts/preview': () => ({ name: 'rules', markdown: 'Be kind.' }),
  'POST /api/admin/announcements': () => announcement,
  'PUT /api/admin/announcements/:id': () => ({ ...announcement, version: 1 }),
  'POST /api/admin/texts/hide': () => ({ name: 'rules', version: 9, isHidden: true }),
  'POST /api/logs': () => ({ path: '/', userAgent: 'x', timestamp: 0 }),
  ...Object.fromEntries(
    categories.flatMap(({ id, path }) => [
      [`POST /api/${path}`, () => newInput(id)],
      [`PUT /api/${path}/:id`, () => listingInputs[id]],
      [`POST /api/${path}/:id/status`, () => ({ status: 'pending' })],
      // This reason never hides a listing.
      [`POST /api/${path}/:id/report`, () => ({ reason: 'gone' })],
      [`POST /api/${path}/:id/signals/answers`, () => ({ signal: 'price 100' })],
      [`POST /api/${path}/:id/messages`, () => firstMessage],
      [`POST /api/moderation/${path}/:id/decisions`, () => askToEdit],
      [`POST /api/moderation/${path}/:id/cluster/decisions`, () => together],
      [`PUT /api/moderation/${path}/:id/claim`, () => ({})],
      [`POST /api/moderation/${path}/:id/notes`, () => internalNote],
    ]),
  ),
}

/** Returns whether a route changes something. Logout is a GET that does. */
const isWrite = (route: string) =>
  /^(POST|PUT|PATCH|DELETE) /.test(route) || route === 'GET /api/auth/logout'

const asksForPassword = [
  'DELETE /api/users/me',
  'POST /api/users/me/password',
  'POST /api/auth/proof',
]

/** Forms that an email leads to. Their token is the proof, no matter where the form is sent from. */
const tokenRoutes = [
  ...['POST /renew', 'POST /appeal', 'POST /export', 'POST /unsubscribe'],
  'POST /login/university',
]

/** The actions on other students or on their listings. */
const onTheirs: Action[] = ['start thread', 'block student', 'report', 'save favourite']

/** Returns the caller who may do most of what a route is for. */
function actorOf(route: string): Caller {
  const action = accessTable[route]?.[0]
  if (action === 'moderate' || action === 'administer') return 'admin'
  const isOnTheirs = action !== undefined && action !== null && onTheirs.includes(action)
  return isOnTheirs && !isAboutThread(route) ? 'other student' : 'owner'
}

const isAboutThread = (route: string) => route.includes(' /api/threads/')
const isAboutSearch = (route: string) => route.includes(' /api/saved-searches/')

/** Builds a test app where Ada owns a new listing for every request that needs one. */
async function buildAccessTestApp(engine: Engine, settings: Record<string, string> = {}) {
  const testApp = await buildTestAppWithUsers(engine, {
    METRICS_TOKEN: 'sixteen letters!',
    VERIFY_EMAIL: 'on',
    // The tests post more listings than a student may post in a day.
    RATE_LIMIT: 'off',
    ...settings,
  })
  const { app, db, clock } = testApp
  const ownerId = (await testApp.ada.get('/api/auth/me')).body.id
  const otherId = (await testApp.bob.get('/api/auth/me')).body.id
  const { id: unconfirmedId } = await insertTestUser(db, at('new'))
  // The account is recent, because the cleanup removes accounts that stay unconfirmed.
  await db.run(sql`
    UPDATE users SET must_confirm = 1, created_at = ${clock.now} WHERE id = ${unconfirmedId}`)
  const { id: dueId } = await insertTestUser(db, at('before'))
  const addConfirmed = async (email: string, role: UserRole) => {
    const { id } = await insertTestUser(db, email)
    await db.run(sql`
      UPDATE users SET role = ${role}, confirmed_at = ${clock.now} WHERE id = ${id}`)
    if (role !== 'student' && email !== at('half')) await insertSecondFactor(db, id)
    return id
  }
  const moderatorId = await addConfirmed(at('moderator'), 'moderator')
  const adminId = await addConfirmed(at('admin'), 'admin')
  const halfAdminId = await addConfirmed(at('half'), 'admin')
  const buyerId = await addConfirmed(at('buyer'), 'student')
  // A suspended moderator counts as a student who may not post.
  const suspendedId = await addConfirmed(at('suspended'), 'moderator')
  await db.transaction(async (tx) => {
    const entry = { action: 'suspend', actorId: null, studentId: suspendedId } as const
    const logId = await writeLog(tx, entry, clock.now)
    await suspendStudent(tx, { studentId: suspendedId, logId, days: 7, now: clock.now })
  })
  await db.run(sql`
    UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE id = ${ownerId})
    WHERE password_hash = ''`)

  async function createSessionCookie(studentId: number): Promise<string> {
    const { now } = clock
    const secondFactorAt = studentId === halfAdminId ? null : now
    const { token } = await startSession(db, { studentId, device: null, now, secondFactorAt })
    return `quad=${token.selector}.${token.secret}`
  }

  const idOfCaller = {
    unconfirmed: unconfirmedId,
    'other student, due to confirm': dueId,
    'other student': otherId,
    suspended: suspendedId,
    moderator: moderatorId,
    admin: adminId,
    'admin without a second factor': halfAdminId,
    owner: ownerId,
    'ended session': ownerId,
  }

  async function createCookie(caller: Caller): Promise<string> {
    if (caller === 'visitor') return ''
    const cookie = await createSessionCookie(idOfCaller[caller])
    if (caller === 'ended session')
      await app.inject({ url: '/api/auth/logout', headers: { cookie } })
    return cookie
  }

  async function create(studentId: number, url: string, payload: object) {
    // Each request gets a new session. If many sessions began at the same moment, any of them might end first.
    const headers = { cookie: await createSessionCookie(studentId) }
    const created = await app.inject({ method: 'POST', url, headers, payload })
    expect(created.statusCode).toBe(201)
    return created.json()
  }

  const createListing = async ({ id, path }: AnyCategory): Promise<number> =>
    (await create(ownerId, `/api/${path}`, newInput(id))).id

  /** Creates a thread between Ada and the buyer. */
  async function createThread(): Promise<number> {
    const [category] = categories
    const listingId = await createListing(category)
    const url = apiPaths.listingMessages(category.id, listingId)
    return (await create(buyerId, url, firstMessage)).thread_id
  }

  async function createThreadReport(): Promise<number> {
    const threadId = await createThread()
    await create(buyerId, apiPaths.reportThread(threadId), { reason: 'scam' })
    const report = await db.get<{ id: number }>(sql`
      SELECT id FROM reports WHERE thread_id = ${threadId}`)
    return report?.id ?? 0
  }

  /** Creates a log entry that cannot be undone, with a decided appeal. */
  async function createLogEntry(): Promise<number> {
    const entry = { action: 'hide', actorId: null, studentId: ownerId } as const
    const id = await writeLog(db, entry, clock.now)
    await insertTestAppeal(db, { logId: id, studentId: ownerId, createdAt: clock.now })
    await db.run(sql`
      UPDATE appeals SET decision = 'rejected', decision_id = ${id} WHERE log_id = ${id}`)
    return id
  }

  /** Creates an answer to a signal that is already decided. */
  async function createSignalAnswer(): Promise<number> {
    const [category] = categories
    const listingId = await createListing(category)
    const id = await insertTestSignalAnswer(db, {
      listingId,
      createdAt: clock.now,
      decision: 'kept',
    })
    const listing = { category: category.id, id: listingId }
    const entry = { action: 'keep_signal', actorId: null, studentId: ownerId, listing } as const
    const logId = await writeLog(db, entry, clock.now)
    await db.run(sql`UPDATE signal_answers SET decision_id = ${logId} WHERE id = ${id}`)
    return id
  }

  let searches = 0

  /** Creates a saved search of Ada's. */
  async function createSavedSearch(): Promise<number> {
    const search = { category: 'rental', query: `q=room${searches++}` } as const
    const base = { studentId: ownerId, frequency: 'daily', seenRank: 0, now: clock.now } as const
    return (await insertSavedSearch(db, { ...base, ...search })).id
  }

  async function createAnnouncement(): Promise<number> {
    await insertAnnouncement(db, announcement)
    const [newest] = await findAnnouncements(db, announcement.firstDay)
    return newest?.id ?? 0
  }

  async function findId(path: string): Promise<number> {
    if (/^\/api\/moderation\/(log|appeals)\/:id/.test(path)) return createLogEntry()
    if (path.startsWith('/api/moderation/signal-answers/:id')) return createSignalAnswer()
    if (path.startsWith('/api/moderation/reports/:id')) return createThreadReport()
    if (path.startsWith('/api/threads/:id')) return createThread()
    if (path.startsWith('/api/moderation/notes/:id')) return 999_999
    if (path.startsWith('/api/saved-searches/:id')) return createSavedSearch()
    if (path.startsWith('/api/admin/announcements/:id')) return createAnnouncement()
    if (path.startsWith('/api/moving-out/:id')) {
      const listingIds = [await createListing(categoryById.misc)]
      return insertTestMovingSale(db, { sellerId: ownerId, listingIds, now: clock.now })
    }
    const category = categories.find((each) =>
      path.replace('/moderation', '').startsWith(`/api/${each.path}/`),
    )
    return category ? createListing(category) : ownerId
  }

  /** Replaces the parameters of a route with real ids. */
  async function prepareRequest(route: string) {
    const [method = '', path = ''] = route.replace('*', 'GET').split(' ')
    const id = await findId(path)
    const url = path
      .replace(':id', String(id))
      .replace(':file', 'x.webp')
      .replace(':isbn', '9780306406157')
      .replace(/suggestions$/, 'suggestions?q=te')
      .replace(/:part\(.*?\)/, '0')
    return { method: method as 'GET', url }
  }

  const send = async (route: string, request: { method: 'GET'; url: string }, headers: object) => {
    // The next caller finds no case that the last one has claimed.
    await db.run(sql`DELETE FROM case_claims`)
    const body = requestBodies[route]?.()
    return app.inject({
      ...request,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    })
  }
  return { ...testApp, createCookie, prepareRequest, send }
}

const routesOf = (pattern: (path: string) => string, file: string) =>
  Object.fromEntries(categories.map(({ path }) => [pattern(path), file]))

/** The tests that show on both engines that a route succeeds, for routes that succeed for nobody here. */
const succeedElsewhere: Record<string, string> = {
  'POST /api/auth/reset-password/check': 'students/passwords/reset-password',
  'POST /api/auth/change-password': 'students/passwords/reset-password',
  'GET /api/renew-link': 'listings/lifecycle/renew-link-routes',
  'POST /renew': 'listings/lifecycle/renew-link-routes',
  'GET /api/appeal': 'moderation/appeals/appeal-routes',
  'POST /appeal': 'moderation/appeals/appeal-routes',
  'GET /api/export-link': 'account/account-export',
  'POST /export': 'account/account-export',
  'GET /api/unsubscribe-link': 'unsubscribe/unsubscribe',
  'POST /unsubscribe': 'unsubscribe/unsubscribe',
  ...Object.fromEntries(
    publicCategories.map(({ path }) => [
      `GET /api/${path}/sale-prices`,
      'signals/sales/count-sales',
    ]),
  ),
  'POST /api/users/me/code': 'students/university/passwordless',
  'GET /api/auth/university/:provider': 'students/university/join-account',
  'GET /api/auth/university/:provider/callback': 'students/university/join-account',
  'GET /api/auth/university-login': 'students/university/join-account',
  'POST /login/university': 'students/university/join-account',
  'DELETE /api/users/me/sessions/:id': 'students/sessions/session-routes',
  'POST /api/users/me/password': 'students/passwords/change-password',
  'DELETE /api/users/me': 'account/account-deletion',
  'POST /api/auth/passkey': 'students/passkeys/passkeys',
  'POST /api/users/me/passkeys/options': 'students/passkeys/passkeys',
  'POST /api/users/me/passkeys': 'students/passkeys/passkeys',
  'PATCH /api/users/me/passkeys/:id': 'students/passkeys/passkeys',
  'DELETE /api/users/me/passkeys/:id': 'students/passkeys/passkeys',
  'POST /api/auth/proof': 'students/second-factor/second-factor',
  'POST /api/users/me/authenticator': 'students/second-factor/second-factor',
  'PUT /api/users/me/authenticator': 'students/second-factor/second-factor',
  'DELETE /api/users/me/authenticator': 'students/second-factor/second-factor',
  'POST /api/users/me/recovery-codes': 'students/second-factor/second-factor',
  ...routesOf((path) => `GET /api/${path}/:id/photos/:file`, '../../tests/listing-visibility'),
  ...routesOf((path) => `POST /api/${path}/:id/signals/answers`, 'signals/answers/answer-routes'),
  ...routesOf(
    (path) => `POST /api/moderation/${path}/:id/cluster/decisions`,
    'moderation/clusters/decide-together',
  ),
  'PUT /api/moderation/students/:id/role': 'moderation/decisions/decision-routes',
  'PUT /api/moderation/students/:id/role/end': 'moderation/roles/role-ends',
  'POST /api/moderation/students/:id/role/review': 'moderation/roles/role-ends',
  'POST /api/moderation/students/:id/requests': 'moderation/requests/student-requests',
  'POST /api/moderation/log/:id/undo': 'moderation/decisions/decision-routes',
  'POST /api/moderation/appeals/:id': 'moderation/decisions/decision-routes',
  'POST /api/moderation/signal-answers/:id': 'moderation/decisions/decide-signal-answer',
  'DELETE /api/moderation/notes/:id': 'moderation/cases/teamwork-routes',
  'POST /api/admin/settings/undo': 'settings/settings-routes',
  'POST /api/admin/jobs/:id/retry': 'operations/operations-routes',
  'POST /api/admin/texts/hide': 'settings/texts/text-routes',
  'POST /api/admin/settings/logo': 'settings/settings-routes',
  'GET /brand/:key/:file': 'settings/settings-routes',
  'POST /api/threads/:id/tell-others': 'messages/tell-gone',
  'POST /api/threads/:id/offers/answer': 'messages/offers/offers-at-once',
  ...Object.fromEntries(
    [
      'POST /api/threads/:id/meetings/answer',
      'POST /api/threads/:id/meetings/outcome',
      'POST /api/threads/:id/meetings/:meeting/share',
      'DELETE /api/threads/:id/meetings/:meeting/share',
      'GET /api/threads/:id/meetings/:meeting/meeting.ics',
      'GET /api/meeting-link',
    ].map((route) => [route, 'messages/meetings/meetings-at-once']),
  ),
  'POST /api/upload': 'photos/upload',
  'GET /api/uploads/:file': '../../tests/listing-visibility',
  'GET /api/metrics': 'api/metrics-routes',
}

describe('access table', () => {
  it('lists every route', async () => {
    const { app } = await buildTestApp('sqlite', { METRICS_TOKEN: 'sixteen letters!' })
    expect([...app.routeList].toSorted()).toEqual(Object.keys(accessTable).toSorted())
  })

  it('or a file named here shows every route succeed on both engines', () => {
    const refused = Object.entries(accessTable).filter(
      ([, [, status]]) => typeof status === 'string' || status >= 400,
    )
    const routes = refused.map(([route]) => route).filter((route) => route !== '* /api/*')
    expect(Object.keys(succeedElsewhere).toSorted()).toEqual(routes.toSorted())
    for (const file of new Set(Object.values(succeedElsewhere))) {
      const text = readFileSync(
        join(import.meta.dirname, '../src/server', `${file}.test.ts`),
        'utf8',
      )
      expect(text, file).toContain('each(engines)')
    }
  })
})

/**
 * Returns every caller on SQLite. The policies do not depend on the engine, so PostgreSQL gets those who succeed and two who
 * are refused.
 */
const callersOn = (engine: Engine): readonly Caller[] =>
  anyEngine.includes(engine) ? callers : ['visitor', 'other student', 'admin', 'owner']

/** Sends the request as one caller after the other and compares the answers. */
async function expectAnswers(
  { config, createCookie, prepareRequest, send }: Awaited<ReturnType<typeof buildAccessTestApp>>,
  route: string,
  callers: readonly Caller[],
) {
  const request = await prepareRequest(route)
  const expected = expectedAnswers(route, accessTable[route] ?? [null, 0], createPolicies(config))
  // The owner comes last, because their DELETE succeeds.
  for (const caller of callers.toSorted(ownerLast)) {
    const cookie = await createCookie(caller)
    const response = await send(route, request, cookie ? { cookie } : {})
    expect(answerOf(response), `${route} by ${caller}`).toBe(expected[caller])
  }
}

const uploads = ['POST /api/upload', 'POST /api/admin/settings/logo']

describe.each(engines)('access to routes on %s', (engine) => {
  it('matches the table', async () => {
    const testApp = await buildAccessTestApp(engine)
    for (const route of Object.keys(accessTable)) {
      await expectAnswers(testApp, route, callersOn(engine))
    }
  }, 60_000)

  it('ends with a logout, also for writes that have begun, which change nothing', async () => {
    const { app, db, createCookie, prepareRequest } = await buildAccessTestApp(engine)
    const photo = await fourColorImage().jpeg().toBuffer()
    const encodeBody = async (route: string) => {
      if (uploads.includes(route)) return encodeForm(createFileForm('image', photo))
      const password = { ...ada, current: ada.password }
      const body = asksForPassword.includes(route) ? password : requestBodies[route]?.()
      const headers = { 'content-type': 'application/json' }
      return { headers, payload: body ? JSON.stringify(body) : '' }
    }
    const writesOfUsers = app.routeList.filter((route) => isWrite(route) && accessTable[route]?.[0])
    expect(writesOfUsers.length).toBeGreaterThan(categories.length * 3)
    for (const route of writesOfUsers) {
      const request = await prepareRequest(route)
      const cookie = await createCookie(actorOf(route))
      const { headers, payload } = await encodeBody(route)
      let before = ''
      // The server reads the body after it has looked up the session.
      async function* logOutThenSend() {
        await app.inject({ url: '/api/auth/logout', headers: { cookie } })
        before = await readContent(db)
        yield payload
      }
      const response = await app.inject({
        ...request,
        headers: { ...headers, cookie, 'transfer-encoding': 'chunked' },
        payload: Readable.from(logOutThenSend()),
      })
      expect([route, response.statusCode]).toEqual([route, 401])
      expect(await readContent(db), route).toBe(before)
    }
  }, 60_000)
})

describe.each(anyEngine)('access to routes on %s', (engine) => {
  it.each(['members', 'open'])('to listings follows LISTING_ACCESS=%s', async (access) => {
    const testApp = await buildAccessTestApp(engine, { LISTING_ACCESS: access })
    for (const { path } of categories) {
      for (const route of [`GET /api/${path}/:id`, `GET /api/${path}/:id/contact`]) {
        await expectAnswers(testApp, route, callers)
      }
    }
  })

  it('to a thread or search of others is that to one that is not there', async () => {
    const { createCookie, prepareRequest, send } = await buildAccessTestApp(engine)
    const all = Object.keys(accessTable)
    const routes = [...all.filter(isAboutThread), ...all.filter(isAboutSearch)]
    expect(routes).toHaveLength(15)
    for (const route of routes) {
      const request = await prepareRequest(route)
      for (const caller of ['other student', 'moderator', 'admin'] as const) {
        const cookie = await createCookie(caller)
        const read = async (url: string) => {
          const { statusCode, body, headers } = await send(route, { ...request, url }, { cookie })
          return [statusCode, body, Object.keys(headers)]
        }
        const guessed = await read(request.url)
        expect(guessed, `${route} by ${caller}`).toEqual(
          await read(request.url.replace(/\d+/, '987654')),
        )
        expect(guessed[0]).toBe(404)
      }
    }
  })

  it('is forbidden for writes of other sites, elements and navigations, which change nothing', async () => {
    const { app, db, createCookie, prepareRequest, send } = await buildAccessTestApp(engine)
    const forbiddenHeaders = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost.evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      ...['image', 'script', 'style', 'iframe', 'document', 'object', 'video'].map(
        (destination) => ({
          'sec-fetch-site': 'same-origin',
          'sec-fetch-dest': destination,
        }),
      ),
      { origin: 'http://localhost:3000', 'sec-fetch-dest': 'document' },
    ]
    const prefetchHeaders = [
      { 'sec-purpose': 'prefetch' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
    ]
    for (const route of app.routeList.filter(isWrite)) {
      const request = await prepareRequest(route)
      const cookie = await createCookie('owner')
      const before = JSON.stringify(await readAllTables(db))
      for (const headers of route.startsWith('GET')
        ? [...forbiddenHeaders, ...prefetchHeaders]
        : forbiddenHeaders) {
        const response = await send(route, request, { ...headers, cookie })
        const context = `${route} ${JSON.stringify(headers)}`
        if (tokenRoutes.includes(route)) expect(response.statusCode, context).toBe(400)
        else
          expect([response.statusCode, response.json().code], context).toEqual([403, 'forbidden'])
      }
      expect(JSON.stringify(await readAllTables(db)), route).toBe(before)
    }
  }, 60_000)

  it.each(categories)('ignores forged fields in the body: $path', async (category) => {
    const { ada: owner, bob, clock } = await buildTestAppWithUsers(engine)
    const bobId = (await bob.get('/api/auth/me')).body.id
    const forged = {
      id: 999,
      seller: { id: bobId, name: 'Bob', email: at('bob', 1) },
      seller_id: bobId,
      sellerId: bobId,
      user_id: bobId,
      posted_at: 1,
      updated_at: 1,
      created_at: '2001-01-01',
      post_date: '2001-01-01',
      date_posted: '2001-01-01',
      photo_info: [],
      details: { id: 999 },
      views: 5,
      favourites: 5,
      signals: [],
      was_price: { price: 999, since: '2001-01-01' },
      was_price_cents: 99_900,
      status: 'sold',
      status_since: '2001-01-01',
      status_changed_at: 1,
      ends_at: '2101-01-01',
      renewed_at: '2001-01-01',
      rank: 1e9,
      ranked_at: 1,
      listed: false,
    }
    const input = { ...listingInputs[category.id], anyway: true }
    const body = { ...input, ...forged }
    const created = await owner.post(`/api/${category.path}`, body)
    const unforged = await owner.post(`/api/${category.path}`, input)
    const { id, ...rest } = created.body
    expect(rest).toEqual({ ...unforged.body, id: undefined })
    expect(id).toBe(unforged.body.id - 1)
    clock.now += 60_000
    const updated = await owner.put(`/api/${category.path}/${id}`, body)
    expect(updated).toMatchObject({ status: 200, body: created.body })
    expect((await bob.put(`/api/${category.path}/${id}`, body)).status).toBe(403)
    expect(created.body[category.apiNames.date]).toBe('2026-11-15T12:00:00.000Z')
  })
})

/** Reads every table except the counters of attempts. */
async function readContent(db: Db) {
  const { rate_limits: _, ...content } = await readAllTables(db)
  return JSON.stringify(content)
}

const ownerLast = (a: Caller, b: Caller) => Number(a === 'owner') - Number(b === 'owner')
