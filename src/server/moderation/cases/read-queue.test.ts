import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { type CategoryId, categories } from '#categories/index.ts'
import { isListed, listingStatuses } from '#contract/listing-status.ts'
import { type QueueQuery, queueKinds, queueOrders } from '#contract/moderation.ts'
import { reportReasons } from '#contract/report-reasons.ts'
import { at } from '#tests/support/campus-email.ts'
import { type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import {
  insertTestAppeal,
  insertTestListingIn,
  insertTestReport,
  insertTestSignalAnswer,
} from '#tests/support/moderation-rows.ts'
import { writeLog } from '../moderation-log.ts'
import { readQueue } from './read-queue.ts'

const now = 1_000_000
const viewerId = 1
const categoryIds = categories.map(({ id }) => id)
const students = [1, 2, 3, 4, 5, 6]

interface Subject {
  studentId: number
  listing?: { category: CategoryId; id: number; status: (typeof listingStatuses)[number] }
}

/**
 * Opens a database with students who each have a listing, all in different statuses. The subjects are the students and
 * their listings.
 */
async function openSubjects(engine: Engine) {
  const db = await openTestDatabase(engine)
  const subjects: Subject[] = []
  for (const [index, studentId] of students.entries()) {
    await insertTestUser(db, at(`s${studentId}`))
    const category = categoryIds[index % categoryIds.length] ?? 'misc'
    const status = listingStatuses[index] ?? 'available'
    const id = await insertTestListingIn(db, studentId, { category, status })
    subjects.push({ studentId }, { studentId, listing: { category, id, status } })
  }
  return { db, subjects }
}

const time = fc.integer({ min: 0, max: now })
const subjectIndex = fc.integer({ min: 0, max: 2 * students.length - 1 })

const anyReport = fc.record({
  subject: subjectIndex,
  reporterId: fc.constantFrom(...students),
  reason: fc.constantFrom(...reportReasons),
  halfWeight: fc.integer({ min: 1, max: 3 }),
  isSpent: fc.boolean(),
  state: fc.constantFrom('open', 'open', 'upheld', 'rejected', 'closed'),
  createdAt: time,
})

const anyAppeal = fc.record({
  subject: subjectIndex,
  /** Whether the appeal is about a listing that no longer exists. */
  isListingDeleted: fc.boolean(),
  createdAt: fc.option(time),
  decision: fc.constantFrom(null, null, 'rejected', 'reversed'),
})

const anySignalAnswer = fc.record({
  subject: subjectIndex,
  createdAt: time,
  decision: fc.constantFrom(null, null, 'hidden', 'kept'),
})

const anyQuery = fc.record({
  kind: fc.option(fc.constantFrom(...queueKinds), { nil: undefined }),
  category: fc.option(fc.constantFrom(...categoryIds), { nil: undefined }),
  reason: fc.option(fc.constantFrom(...reportReasons), { nil: undefined }),
  hidden: fc.constantFrom(undefined, undefined, true),
  order: fc.constantFrom(...queueOrders),
})

interface Waiting {
  subject: Subject
  createdAt: number
  kind: 'report' | 'appeal' | 'signal'
  report?: { reason: string; halfWeight: number; isSpent: boolean }
}

/** Computes the queue from its description, without a database. */
function naiveQueue(waiting: Waiting[], { kind, category, reason, hidden, order }: QueueQuery) {
  const groups = Map.groupBy(waiting, ({ subject }) => subject)
  const items = [...groups].map(([{ studentId, listing }, group]) => {
    const reports = group.flatMap(({ report }) => report ?? [])
    const hasAppeal = group.some((each) => each.kind === 'appeal')
    const hasSignalAnswer = group.some((each) => each.kind === 'signal')
    const weight = reports
      .filter(({ reason, isSpent }) => reason !== 'gone' && !isSpent)
      .reduce((sum, report) => sum + report.halfWeight / 2, 0)
    const since = Math.min(...group.map(({ createdAt }) => createdAt))
    return { studentId, listing, reports, hasAppeal, hasSignalAnswer, weight, since }
  })
  const isWanted = (item: (typeof items)[number]) =>
    item.studentId !== viewerId &&
    (kind !== 'listing' || item.listing) &&
    (kind !== 'student' || !item.listing) &&
    (kind !== 'appeal' || item.hasAppeal) &&
    (kind !== 'signal' || item.hasSignalAnswer) &&
    (!category || item.listing?.category === category) &&
    (!reason || item.reports.some((report) => report.reason === reason)) &&
    (!hidden || item.listing?.status === 'hidden')
  const heaviness = ({ weight, hasAppeal, hasSignalAnswer }: (typeof items)[number]) =>
    weight + (hasAppeal ? 3 : 0) + (hasSignalAnswer ? 0.5 : 0)
  const urgency = (item: (typeof items)[number]) =>
    ({ urgent: heaviness(item) * (now - item.since), oldest: 0, heaviest: heaviness(item) })[order]
  return items
    .filter(isWanted)
    .sort(
      (a, b) =>
        urgency(b) - urgency(a) ||
        a.since - b.since ||
        a.studentId - b.studentId ||
        (a.listing?.id ?? 0) - (b.listing?.id ?? 0),
    )
    .map((item) => ({
      studentId: item.studentId,
      listingId: item.listing?.id,
      reports: item.reports.length,
      reasons: [...new Set(item.reports.map((report) => report.reason))].sort(),
      weight: item.weight,
      since: item.since,
      hasAppeal: item.hasAppeal,
      hasSignalAnswer: item.hasSignalAnswer,
    }))
}

describe.each(engines)('the queue on %s', { timeout: 60_000 }, (engine) => {
  it('has what waits, filtered and in order, like a naive one', async () => {
    const { db, subjects } = await openSubjects(engine)
    const subjectAt = (index: number) => subjects[index] ?? { studentId: 0 }
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyReport, {
          maxLength: 40,
          selector: ({ subject, reporterId }) => `${subject} ${reporterId}`,
        }),
        fc.array(anyAppeal, { maxLength: 6 }),
        fc.array(anySignalAnswer, { maxLength: 6 }),
        fc.array(anyQuery, { minLength: 8, maxLength: 8 }),
        async (reports, appeals, answers, queries) => {
          await db.run(sql`DELETE FROM reports`)
          await db.run(sql`DELETE FROM signal_answers`)
          await db.run(sql`DELETE FROM appeals`)
          const waiting: Waiting[] = []
          for (const { subject: index, ...report } of reports) {
            const subject = subjectAt(index)
            await insertTestReport(db, { ...subject, ...report })
            const { createdAt } = report
            if (report.state === 'open')
              waiting.push({ subject, createdAt, kind: 'report', report })
          }
          for (const { subject: index, isListingDeleted, createdAt, decision } of appeals) {
            const { studentId, listing } = subjectAt(index)
            const about = listing && (isListingDeleted ? { ...listing, id: 999 } : listing)
            const logId = await writeLog(
              db,
              { action: 'warn', actorId: 1, studentId, ...(about && { listing: about }) },
              now,
            )
            await insertTestAppeal(db, { logId, studentId, createdAt, decision })
            if (createdAt === null || decision) continue
            // The student is the subject just before the student's listing.
            const subject = subjectAt(about?.id === 999 ? index - 1 : index)
            waiting.push({ subject, createdAt, kind: 'appeal' })
          }
          for (const [index, { subject: of, ...answer }] of answers.entries()) {
            const subject = subjectAt(of)
            const { listing } = subject
            if (!listing) continue
            const signal = `price ${index}`
            await insertTestSignalAnswer(db, { ...answer, listingId: listing.id, signal })
            if (answer.decision || !isListed(listing.status)) continue
            waiting.push({ subject, createdAt: answer.createdAt, kind: 'signal' })
          }
          for (const query of queries) {
            const { items, total } = await readQueue(db, query, { viewerIds: [viewerId], now })
            const expected = naiveQueue(waiting, query)
            expect(total).toBe(expected.length)
            expect(
              items.map((item) => ({
                studentId: item.student.id,
                listingId: item.listing?.id,
                reports: item.reports,
                reasons: item.reasons.toSorted(),
                weight: item.weight,
                since: Date.parse(item.waitingSince),
                hasAppeal: item.hasAppeal,
                hasSignalAnswer: item.hasSignalAnswer,
              })),
            ).toEqual(expected)
          }
        },
      ),
      { numRuns: 20, endOnFailure: true },
    )
  })

  it('shows the first 50 and how many there are, with the most frequent reason first', async () => {
    const db = await openTestDatabase(engine)
    for (let index = 0; index < 60; index++) await insertTestUser(db, at(`s${index}`))
    for (let studentId = 2; studentId <= 60; studentId++) {
      await insertTestReport(db, {
        reporterId: 1,
        studentId,
        createdAt: studentId,
        reason: 'other',
      })
    }
    for (const reporterId of [3, 4]) {
      await insertTestReport(db, { reporterId, studentId: 2, createdAt: 100, reason: 'harassment' })
    }
    const { items, total } = await readQueue(db, { order: 'oldest' }, { viewerIds: [99], now })
    expect([items.length, total]).toEqual([50, 59])
    expect(items[0]).toEqual({
      kind: 'student',
      student: { id: 2, name: 'Ada Lee' },
      listing: null,
      reports: 3,
      reasons: ['harassment', 'other'],
      weight: 3,
      waitingSince: new Date(2).toISOString(),
      hasAppeal: false,
      hasSignalAnswer: false,
      claim: null,
      cluster: null,
    })
  })
})
