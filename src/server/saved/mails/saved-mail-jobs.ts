import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { dailyMailHour, soonMailMinutes } from '#contract/saved-rules.ts'
import { campusIsoDate, nextCampusHour } from '#format/campus-date.ts'
import { afterQuietHours } from '#format/quiet-hours.ts'
import type { Db } from '../../database/database.ts'
import { minuteMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { mailBatchJob } from '../../mail/mail-batch-job.ts'
import { findStudentsOfFavourites } from './favourite-changes.ts'
import { findMatchedStudents } from './find-matched-students.ts'
import { readNewFits } from './new-fits.ts'
import { readNewListings } from './new-listings.ts'
import { findStudentsToPause, queueSavedMail, type SavedMailRecipient } from './queue-saved-mail.ts'

interface SavedMailsDeps {
  verifyEmail: boolean
}

const intervalMs = soonMailMinutes * minuteMs

/** Emails new listings every quarter of an hour, except at night, to students who want to know soon. */
export const savedMailsSoon = ({ verifyEmail }: SavedMailsDeps): JobKind =>
  mailBatchJob<SavedMailRecipient>({
    name: 'saved-mails-soon',
    nextRunAt: (now) => afterQuietHours((Math.floor(now / intervalMs) + 1) * intervalMs),
    async findRecipients(db, now, signal) {
      // The first run after a restore may be at night.
      if (afterQuietHours(now) !== now) return []
      const newListings = await readNewListings(db, 'soon', now)
      const studentIds = await findMatchedStudents(db, 'soon', newListings, { now, signal })
      return [...studentIds].map((studentId) => ({ studentId, newListings }))
    },
    write: (tx, recipient, now) =>
      queueSavedMail(tx, recipient, { frequency: 'soon', verifyEmail }, now),
  })

/**
 * Sends one email in the morning about new listings, what fits and changes of favourites. Also asks students who have not answered
 * for a long time whether they are still looking.
 */
export const savedMailsDaily = ({ verifyEmail }: SavedMailsDeps): JobKind =>
  mailBatchJob<SavedMailRecipient>({
    name: 'saved-mails-daily',
    nextRunAt: (now) => nextCampusHour(now, dailyMailHour),
    async findRecipients(db, now, signal) {
      // The first run after a restore may be too early in the day.
      if (isBeforeHour(now)) return []
      const newListings = await readNewListings(db, 'daily', now)
      const studentIds = await findMatchedStudents(db, 'daily', newListings, { now, signal })
      for (const studentId of await findOthers(db, now)) studentIds.add(studentId)
      const newFits = await readNewFits(db, now, signal)
      for (const studentId of newFits.keys()) studentIds.add(studentId)
      return [...studentIds].map((studentId) => ({
        studentId,
        newListings,
        newFits: newFits.get(studentId) ?? [],
      }))
    },
    write: (tx, recipient, now) =>
      queueSavedMail(tx, recipient, { frequency: 'daily', verifyEmail }, now),
  })

const isBeforeHour = (now: number) =>
  campusIsoDate(nextCampusHour(now, dailyMailHour)) === campusIsoDate(now)

/** The page is small because a query blocks all requests on SQLite. */
const pageSize = 100

async function findOthers(db: Db, now: number): Promise<Set<number>> {
  const studentIds = await findStudentsToPause(db, now)
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    const students = await findStudentsOfFavourites(db, { afterId, limit: pageSize })
    for (const { id, has_changes } of students) if (has_changes) studentIds.add(id)
    afterId = students.length < pageSize ? undefined : students.at(-1)?.id
    await yieldToEventLoop()
  }
  return studentIds
}
