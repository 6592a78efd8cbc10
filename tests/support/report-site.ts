import sql from 'sql-template-tag'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { ListingAction } from '#contract/moderation-rules.ts'
import type { ReportReason } from '#contract/report-reasons.ts'
import { dayMs } from '#server/durations.ts'
import { AppError } from '#server/errors.ts'
import type { JobKind } from '#server/jobs/job-kind.ts'
import { createRateLimiter } from '#server/limits/rate-limit.ts'
import { insertListing } from '#server/listings/listing-queries.ts'
import { decideOnListing } from '#server/moderation/decisions/decide.ts'
import { reportListing } from '#server/moderation/reports/report-listing.ts'
import { expireReportedGone } from '#server/moderation/reports/reported-gone.ts'
import { showAgain } from '#server/moderation/reports/show-again.ts'
import { createPolicies } from '#server/policies.ts'
import { type Account, findUser } from '#server/students/user-queries.ts'
import { at } from './campus-email.ts'
import { type Engine, openTestDatabase } from './databases.ts'

const appUrl = 'https://quad.test'
const reporting = { category: 'misc' } as const

/** Opens one seller's listing and students who report it, without HTTP, with a clock that the test can move. */
export async function openReportSite(engine: Engine) {
  const db = await openTestDatabase(engine)
  const clock = { now: Date.UTC(2026, 10, 15, 12) }
  const now = () => clock.now
  const rateLimiter = createRateLimiter({ enabled: true, now })

  async function addStudent(email: string, { ageDays = 100, role = 'student' } = {}) {
    const row = await db.get<{ id: number }>(sql`
      INSERT INTO users (first_name, last_name, email, password_hash, created_at, role)
      VALUES ('Sam', 'Lee', ${email}, '', ${clock.now - ageDays * dayMs}, ${role}) RETURNING id`)
    const account = row && (await findUser(db, row.id))
    if (!account) throw new Error('The student was not inserted.')
    return account
  }

  const seller = await addStudent(at('seller'))
  const addListing = () =>
    insertListing(db, {
      ...{ title: 'Lamp', price_cents: 100, description: '', details: '{}', search_text: '' },
      ...{ category: 'misc', seller_id: seller.id, posted_at: clock.now },
      ends_at: clock.now + 365 * dayMs,
    })
  const id = await addListing()

  /** Reports the listing. Returns whether the report was accepted, or the code of the refusal. */
  const report = (
    reporter: Account,
    reason: ReportReason = 'not_allowed',
    listingId = id,
  ): Promise<string> =>
    db
      .transaction((tx) =>
        reportListing(
          tx,
          rateLimiter,
          {
            reporter,
            listing: { ...reporting, id: listingId },
            input: { reason, note: '' },
          },
          { appUrl, now: clock.now },
        ),
      )
      .then(
        (isReplaced) => (isReplaced ? 'replaced' : 'reported'),
        (error) => {
          if (error instanceof AppError) return error.code
          throw error
        },
      )

  const readStatus = async () => {
    const row = await db.get<{ status: ListingStatus }>(
      sql`SELECT status FROM listings WHERE id = ${id}`,
    )
    return row?.status
  }
  const readLog = async () => {
    const rows = await db.all<{ action: string; reason: string | null }>(
      sql`SELECT action, reason FROM moderation_log ORDER BY id`,
    )
    return rows.map(({ action, reason }) => [action, reason].filter(Boolean).join(' '))
  }
  const readStates = async () => {
    const rows = await db.all<{ state: string }>(sql`SELECT state FROM reports ORDER BY id`)
    return rows.map(({ state }) => state)
  }
  const run = async (kind: JobKind) => {
    const { signal } = new AbortController()
    const job = { id: 0, cause: 'clock', payload: {}, attempts: 1, createdAt: 0 }
    await kind.run({ ...job, db, now, signal })
  }
  /** Decides as a moderator who has seen every entry. */
  const decide = (moderator: Account, action: ListingAction) =>
    db.transaction(async (tx) => {
      const newest = await tx.get<{ id: number | null }>(
        sql`SELECT max(id) AS id FROM moderation_log WHERE listing_id = ${id}`,
      )
      const reason = action === 'keep' ? 'within_rules' : 'scam'
      const decision = { action, reason, note: '', seen: newest?.id ?? null } as const
      const policies = createPolicies({ LISTING_ACCESS: 'contact' })
      const context = {
        actor: moderator,
        ...{ policies, appUrl, verifyEmail: false, now: clock.now },
        requireSecondFactor: async () => {},
      }
      return decideOnListing(tx, { ...reporting, id }, decision, context)
    })
  /** Counts the waiting emails of each kind. */
  const countMails = async () => {
    const rows = await db.all<{ payload: string }>(sql`SELECT payload FROM jobs ORDER BY id`)
    const templates = rows.map(({ payload }) => String(JSON.parse(payload).template))
    return Object.fromEntries(
      Object.entries(Object.groupBy(templates, (each) => each)).map(([key, all = []]) => [
        key,
        all.length,
      ]),
    )
  }

  return {
    ...{
      db,
      clock,
      seller,
      id,
      listing: { ...reporting, id },
      context: () => ({ appUrl, now: now() }),
    },
    ...{ addStudent, addListing, report, readStatus, readLog, readStates, decide, countMails },
    runShow: () => run(showAgain({ appUrl })),
    runExpire: () => run(expireReportedGone({ appUrl })),
  }
}

export type ReportSite = Awaited<ReturnType<typeof openReportSite>>
