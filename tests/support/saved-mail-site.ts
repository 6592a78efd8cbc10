import sql, { type Sql } from 'sql-template-tag'
import { builtInCampus } from '#campus/built-in.ts'
import type { CategoryId } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { fromInput } from '#contract/listing.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { SearchFrequency } from '#contract/saved-rules.ts'
import { hourMs } from '#server/durations.ts'
import { startJobRunner } from '#server/jobs/job-runner.ts'
import { changeStatus, renewListing } from '#server/listings/lifecycle/change-status.ts'
import { createListing } from '#server/listings/posting/create-listing.ts'
import { updateListing } from '#server/listings/posting/update-listing.ts'
import { createMailSender } from '#server/mail/mail-sender.ts'
import type { Mail } from '#server/mail/mail-transport.ts'
import { insertFavourite } from '#server/saved/favourites/favourite-queries.ts'
import { savedMailsDaily, savedMailsSoon } from '#server/saved/mails/saved-mail-jobs.ts'
import { savedMail } from '#server/saved/mails/send-saved-mail.ts'
import { changeSearch, saveSearch } from '#server/saved/searches/save-search.ts'
import { listingHooks } from '#server/wiring.ts'
import { changeCampus } from './campus.ts'
import { at } from './campus-email.ts'
import { type Engine, openTestDatabase } from './databases.ts'
import { insertTestUser } from './insert-test-user.ts'
import { completeInputs } from './listing-inputs.ts'
import { createTestMailLinks } from './mail-links.ts'

/** Noon in Waterloo, and 8 a.m. of the next day. */
export const noon = Date.UTC(2026, 10, 16, 17)
export const morning = Date.UTC(2026, 10, 17, 13)

/** The listing that is posted unless the test says otherwise. */
const lamp: Partial<Record<CategoryId, object>> = {
  misc: { title: 'Lamp', price: 20, is_free: false, event_date: null },
}

/**
 * Opens a site where Ada saves and Bob posts. The test decides when the jobs of saved emails run, and can stop the mail
 * server.
 */
export async function openSavedMailSite(engine: Engine) {
  const { timeZone, currency } = builtInCampus
  changeCampus({ timeZone, currency })
  const db = await openTestDatabase(engine)
  const clock = { now: noon }
  const now = () => clock.now
  const addStudent = async (email: string) => ({ ...(await insertTestUser(db, email)), email })
  const ada = await addStudent(at('ada'))
  const bob = await addStudent(at('bob', 1, 1))
  const context = () => ({
    parsePhotoAddress: (externalUrl: string) => ({ externalUrl }),
    hooks: listingHooks,
    now: now(),
  })
  const input = (category: CategoryId, values: object) =>
    ({ ...completeInputs[category], ...lamp[category], ...values }) as ListingInput

  const post = async (values: object = {}, category: CategoryId = 'misc', seller = bob) => {
    const listing = await db.transaction((tx) =>
      createListing(tx, seller, fromInput(category, input(category, values)), context()),
    )
    return listing.id
  }
  const edit = (id: number, values: object) =>
    db.transaction((tx) =>
      updateListing(tx, { category: 'misc', id }, { ...input('misc', {}), ...values }, context()),
    )
  const move = (id: number, to: ListingStatus) =>
    db.transaction((tx) => changeStatus(tx, { category: 'misc', id }, to, now()))
  const renew = (id: number, category: CategoryId = 'misc') =>
    db.transaction((tx) => renewListing(tx, { category, id }, now()))

  const save = async (
    query = '',
    frequency: SearchFrequency = 'daily',
    { student = ada, category = 'misc' as CategoryId } = {},
  ) => {
    const { search } = await db.transaction((tx) =>
      saveSearch(tx, { category, query, frequency }, { studentId: student.id, now: now() }),
    )
    return search.id
  }
  const setFrequency = (id: number, frequency: SearchFrequency) =>
    db.transaction((tx) => changeSearch(tx, id, frequency, { studentId: ada.id, now: now() }))
  const favour = (listingId: number) =>
    db.transaction((tx) => insertFavourite(tx, { studentId: ada.id, listingId, now: now() }))
  const change = (studentId: number, changes: Sql) =>
    db.run(sql`UPDATE users SET ${changes} WHERE id = ${studentId}`)

  const mailServer: { error?: Error | undefined } = {}
  const sent: Mail[] = []
  const logged: unknown[] = []
  const record = (...line: unknown[]) => logged.push(line)
  const log = { info: record, warn: record, error: record }
  const send = async (mail: Mail) => {
    if (mailServer.error) throw mailServer.error
    sent.push(mail)
  }
  const deps = { links: createTestMailLinks(), verifyEmail: true }
  const sender = createMailSender({ transport: { send, isRemote: true }, log })
  const kinds = [savedMailsSoon(deps), savedMailsDaily(deps), savedMail({ ...deps, sender })]
  const startRunner = () => startJobRunner({ db, kinds, now, log, pollMs: hourMs })

  /** Moves the clock and runs what is due then. Returns the number of emails sent so far. */
  async function run(at = clock.now) {
    clock.now = at
    const runner = startRunner()
    await runner.runDue()
    await runner.stop()
    return sent.length
  }
  // This starts the clocks, so that they are due at their times.
  await run()
  /** Returns the emails that were written, and whether each was sent or why not. */
  async function findQueued() {
    const rows = await db.all<{ state: string; payload: string }>(sql`
      SELECT state, payload FROM jobs WHERE kind = 'saved-mail' ORDER BY id`)
    return rows.map(({ state, payload }) => {
      const { skipped } = (JSON.parse(payload) ?? {}) as { skipped?: string }
      return { state, ...(skipped && { skipped }) }
    })
  }
  const stopMailServer = () => {
    mailServer.error = Object.assign(new Error('down'), { code: 'ECONNECTION' })
  }
  const startMailServer = () => {
    mailServer.error = undefined
  }
  return {
    ...{ db, clock, ada, bob, addStudent, post, edit, move, renew, save, setFrequency, favour },
    ...{
      change,
      mailServer,
      stopMailServer,
      startMailServer,
      sent,
      logged,
      kinds,
      startRunner,
      run,
      findQueued,
    },
  }
}

export type SavedMailSite = Awaited<ReturnType<typeof openSavedMailSite>>
