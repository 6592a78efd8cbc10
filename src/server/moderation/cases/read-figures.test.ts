import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { figuresDays, isUndoable, type LogAction, logActions } from '#contract/moderation-rules.ts'
import { reportReasons } from '#contract/report-reasons.ts'
import { at } from '#tests/support/campus-email.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import {
  insertTestAppeal,
  insertTestListingIn,
  insertTestReport,
  insertTestSignalAnswer,
} from '#tests/support/moderation-rows.ts'
import { dayMs, hourMs } from '../../durations.ts'
import { writeLog } from '../moderation-log.ts'
import { readFigures } from './read-figures.ts'

const now = 100 * dayMs
const since = now - figuresDays * dayMs
const users = [1, 2, 3]
const reporterId = 2
const moderatorId = 3

const time = fc.integer({ min: since - dayMs, max: now })

const anyReport = fc.record({
  reason: fc.constantFrom(...reportReasons),
  state: fc.constantFrom('open', 'upheld', 'rejected', 'closed'),
  createdAt: time,
  waitedMs: fc.integer({ min: 0, max: dayMs }),
  /** The student who decided, or null for the seller or the clock. */
  decidedBy: fc.constantFrom(null, reporterId, moderatorId),
})

const anyEntry = fc.record({
  action: fc.constantFrom(...logActions),
  actorId: fc.constantFrom(null, ...users),
  listingId: fc.constantFrom(1, 2),
  createdAt: time,
  appeal: fc.option(
    fc.record({
      createdAt: fc.option(time),
      decision: fc.constantFrom(null, 'rejected', 'reversed'),
    }),
  ),
})

const anySignalAnswer = fc.record({
  createdAt: time,
  isListed: fc.boolean(),
  decision: fc.constantFrom(null, 'hidden', 'kept'),
})

const isAfterHiding = (action: LogAction) =>
  ['keep', 'ask_to_edit', 'remove', 'show'].includes(action)

function naiveMedian(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? 0
  const half = Math.floor(sorted.length / 2)
  if (sorted.length === 0) return null
  return sorted.length % 2 ? at(half) : (at(half - 1) + at(half)) / 2
}

const isRecent = ({ createdAt }: { createdAt: number }) => createdAt >= since

const countsOf = <Key extends string>(keys: readonly Key[], values: Key[]) =>
  keys
    .map((key) => [key, values.filter((value) => value === key).length] as const)
    .filter(([, count]) => count > 0)

describe.each(engines)('figures on %s', { timeout: 60_000 }, (engine) => {
  it('are those of a naive count', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyReport, { maxLength: 20 }),
        fc.array(anyEntry, { maxLength: 25 }),
        fc.array(anySignalAnswer, { maxLength: 6 }),
        async (reports, entries, answers) => {
          // Each run needs a new database, because the log cannot be emptied.
          const db = await openTestDatabase(engine)
          for (const id of users) await insertTestUser(db, at(`s${id}`))
          await db.run(sql`UPDATE users SET role = 'moderator' WHERE id = ${moderatorId}`)
          await insertTestListingIn(db, 1, { category: 'misc', status: 'hidden' })
          await insertTestListingIn(db, 1, { category: 'misc', status: 'removed' })
          await insertTestListingIn(db, 1, { category: 'misc', status: 'pending' })
          for (const [index, { waitedMs, decidedBy, ...report }] of reports.entries()) {
            // Each report is about a different listing, because a student can have only one open report of each.
            const listing = { category: 'misc' as const, id: 100 + index }
            const decidedAt = report.state === 'open' ? null : report.createdAt + waitedMs
            const about = { reporterId, studentId: 1, listing }
            // The decision is too old to count as an action.
            const decision = { action: 'warn', actorId: decidedBy, studentId: 1 } as const
            const isDecided = decidedBy !== null && ['upheld', 'rejected'].includes(report.state)
            const decisionId = isDecided ? await writeLog(db, decision, 0) : null
            await insertTestReport(db, { ...report, ...about, decidedAt, decisionId })
          }
          for (const { listingId, createdAt, appeal, action, actorId } of entries) {
            const listing = { category: 'misc' as const, id: listingId }
            const entry = { action, actorId, studentId: 1, listing }
            const logId = await writeLog(db, entry, createdAt)
            if (appeal) await insertTestAppeal(db, { logId, studentId: 1, ...appeal })
          }
          for (const [index, { isListed, ...answer }] of answers.entries()) {
            const about = { listingId: isListed ? 3 : 1, signal: `price ${index}` }
            await insertTestSignalAnswer(db, { ...about, ...answer })
          }

          const figures = await readFigures(db, now)
          const appeals = entries.flatMap(({ appeal }) => appeal ?? [])
          const written = appeals.filter(({ createdAt }) => createdAt !== null)
          const disputed = answers.filter((answer) => answer.isListed && answer.decision === null)
          const waiting = [
            ...disputed,
            ...reports.filter(({ state }) => state === 'open'),
            ...written.filter(({ decision }) => decision === null),
          ].map(({ createdAt }) => createdAt ?? 0)
          expect(figures.waiting).toEqual({
            reports: reports.filter(({ state }) => state === 'open').length,
            appeals: written.filter(({ decision }) => decision === null).length,
            signalAnswers: disputed.length,
            hidden: 1,
            oldest: waiting.length > 0 ? new Date(Math.min(...waiting)).toISOString() : null,
          })
          const recent = reports.filter(isRecent)
          const inState = (state: string) =>
            recent.filter((report) => report.state === state && report.decidedBy === moderatorId)
          expect(figures.reports).toMatchObject({
            total: recent.length,
            upheld: inState('upheld').length,
            rejected: inState('rejected').length,
          })
          expect(figures.reports.byReason.map(({ reason, count }) => [reason, count])).toEqual(
            countsOf(
              reportReasons,
              recent.map(({ reason }) => reason),
            ),
          )
          const decided = [...inState('upheld'), ...inState('rejected')]
          const median = naiveMedian(decided.map(({ waitedMs }) => waitedMs))
          expect(figures.medianHoursToDecision).toEqual(median === null ? null : median / hourMs)
          const recentEntries = entries.filter(isRecent)
          expect(figures.actions.map(({ action, count }) => [action, count])).toEqual(
            countsOf(
              logActions,
              recentEntries.map(({ action }) => action),
            ),
          )
          const recentAppeals = written.filter(({ createdAt }) => (createdAt ?? 0) >= since)
          expect(figures.appeals).toEqual({
            total: recentAppeals.length,
            reversed: recentAppeals.filter(({ decision }) => decision === 'reversed').length,
          })
          const next = entries.flatMap((entry, index) => {
            if (entry.action !== 'hide' || !isRecent(entry)) return []
            const later = entries.slice(index + 1).filter((e) => e.listingId === entry.listingId)
            return [later.find(({ action }) => isAfterHiding(action))?.action]
          })
          const then = (action: LogAction) => next.filter((each) => each === action).length
          expect(figures.autoHidden).toEqual({
            total: next.length,
            kept: then('keep'),
            removed: then('remove'),
            untouched: then('show'),
          })
          const byModerator = recentEntries.filter(
            ({ actorId, action }) =>
              actorId === moderatorId &&
              (isUndoable(action) || action === 'undo' || action === 'reject_appeal'),
          )
          expect(figures.staff).toEqual([
            { id: 3, name: 'Ada Lee', role: 'moderator', decisions: byModerator.length },
          ])
        },
      ),
      { numRuns: 6, endOnFailure: true },
    )
  })
})
