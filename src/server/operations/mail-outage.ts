import sql, { empty, join } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { dayMs, minuteMs } from '../durations.ts'
import { mailKinds } from '../mail/mail-kinds.ts'

const mailFailsMs = 15 * minuteMs

/** How many failing emails of a kind are enough to know. */
const readMails = 100

/** A server that puts off the emails to fewer students than this may only have met full mailboxes. */
const minPutOff = 3

/** The template of the emails about alerts. */
export const alertTemplate = 'admin-alert'

/**
 * Whether no email has been sent for 15 minutes although some were tried. Two kinds of failures count:
 *
 * - The server cannot be used. Any email that it takes later ends this.
 * - The server puts off emails to three or more students. An email that it takes for somebody else shows that it is about
 *   their mailboxes, also at their next attempts. Emails about alerts show nothing here: they go to a few admins, and
 *   would begin and end the alert again and again.
 *
 * A refusal for good is no failure. An alert that admins know about is over only once an email was sent: after some hours,
 * nothing is tried any more.
 */
export async function hasMailFailed(
  tx: Db,
  now: number,
  since: number | undefined,
): Promise<boolean> {
  const failing = await findFailing(tx, now - dayMs)
  // An earlier success changes no answer. Without this limit, a site that sends nothing would read a month of emails that
  // were skipped.
  const from = Math.min(since ?? now, ...failing.map(({ created_at }) => created_at))
  const lastSuccess = await findLastSuccess(tx, from, 'all')
  const lastToStudents = await findLastSuccess(tx, from, 'without alerts')
  const firstPutOff = new Map<number | null, number>()
  for (const { error, user_id, created_at } of failing) {
    if (!aboutOneMail.test(error) || created_at <= lastToStudents) continue
    firstPutOff.set(user_id, Math.min(created_at, firstPutOff.get(user_id) ?? created_at))
  }
  /** Since when the emails of three students are put off. */
  const putOffSince = [...firstPutOff.values()].toSorted((a, b) => a - b)[minPutOff - 1]
  if (since !== undefined) {
    return lastToStudents <= since && (lastSuccess <= since || putOffSince !== undefined)
  }
  const unusable = failing.filter(
    ({ error, finished_at }) => !aboutOneMail.test(error) && (finished_at ?? 0) > lastSuccess,
  )
  const oldest = Math.min(...unusable.map(({ created_at }) => created_at))
  const unusableSince = Math.max(lastSuccess, oldest)
  return Math.min(unusableSince, putOffSince ?? now) <= now - mailFailsMs
}

/** With the kinds as a plain condition, SQLite would read every email ever sent. IS TRUE hides them from its planner. */
const isMail = sql`(kind IN (${join([...mailKinds])})) IS TRUE`

/** Returns when the last email was sent, or 0 if none was since then. */
async function findLastSuccess(
  tx: Db,
  from: number,
  which: 'all' | 'without alerts',
): Promise<number> {
  const isOther = sql`AND payload NOT LIKE ${`%"template":"${alertTemplate}"%`}`
  const success = await tx.get<{ finished_at: number }>(sql`
    SELECT finished_at FROM jobs
    WHERE state = 'done' AND ${isMail} AND finished_at >= ${from}
      AND payload NOT LIKE '%"skipped":%' ${which === 'all' ? empty : isOther}
    ORDER BY finished_at DESC LIMIT 1`)
  return success?.finished_at ?? 0
}

interface FailingMail {
  user_id: number | null
  error: string
  created_at: number
  /** When the last attempt ended. */
  finished_at: number | null
}

/** Finds emails that wait for another attempt, and those given up since then. */
async function findFailing(tx: Db, givenUpSince: number): Promise<FailingMail[]> {
  const read = (where: typeof empty) =>
    tx.all<Omit<FailingMail, 'error'> & { error: string | null }>(sql`
      SELECT user_id, error, created_at, finished_at FROM jobs WHERE ${where} LIMIT ${readMails}`)
  const mails = []
  for (const kind of mailKinds) {
    // The index leads to the emails that wait for their next attempt. Reading all that are due could take long.
    mails.push(...(await read(sql`state = 'waiting' AND kind = ${kind} ORDER BY run_at DESC`)))
  }
  // The next attempt of a failing email may be running. It keeps the error of the last one until it ends.
  mails.push(...(await read(sql`state = 'running'`)))
  const isRecent = sql`finished_at > ${givenUpSince} ORDER BY finished_at DESC`
  mails.push(...(await read(sql`state = 'failed' AND ${isMail} AND ${isRecent}`)))
  return mails.flatMap((mail) => {
    const { error } = mail
    return error !== null && isFailure(error) ? [{ ...mail, error }] : []
  })
}

const aboutOneMail = /\b(?:EENVELOPE|EMESSAGE)\b/

/** Whether the reason of a mail job is one that an operator can fix. */
const isFailure = (reason: string) =>
  reason.startsWith('mail not sent') && !(aboutOneMail.test(reason) && / 5\d\d$/.test(reason))
