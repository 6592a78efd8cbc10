import type { Db } from '../database/database.ts'
import type { PersonalData } from '../database/personal-data.ts'
import { toIso, toIsoOrNull } from '../durations.ts'
import type { RunningJob } from '../jobs/job-kind.ts'
import { enqueueJob, findJobsOfUser } from '../jobs/job-queries.ts'
import { type MailJobKind, mailKind, mailKinds, secretMailKind } from './mail-kinds.ts'
import {
  type FinishedMail,
  isAnyTakenDown,
  type MailSender,
  type SkipReason,
  toJobError,
} from './mail-sender.ts'
import { DeliveryUnknownError, type Mail, MailRefusedError } from './mail-transport.ts'
import type { SettingTopic } from './unsubscribe-links.ts'

/** One of the two students of a thread, who had not read this message and those after it when a mail was written. */
export interface MailedThread {
  threadId: number
  isBuyer: boolean
  firstId: number
}

/** Given to the jobs, so that mail does not depend on messages. */
export interface MailedThreadRules {
  areStillDue(db: Db, threads: MailedThread[], now: number): Promise<boolean>
  /** For a mail that is not sent. */
  writeAnew(db: Db, threads: MailedThread[], now: number): Promise<void>
}

interface Delivery {
  /** Deleted with this student. */
  userId?: number
  /** One mail per cause; without it each mail is its own. */
  cause?: string
  /** Not sent after this. */
  expiresAt?: number
  /** Not sent once the student has turned this off. */
  topic?: SettingTopic
  /** What it shows: not sent once one of these is hidden or removed. */
  listingIds?: number[]
  /** What it tells of: not sent once one of these is read, or must not be told any more. */
  mailedThreads?: MailedThread[]
  /** In place of a subject that holds words of students, in logs and in what is kept. */
  loggedSubject?: string
}

type SendingRules = Pick<Delivery, 'topic' | 'listingIds' | 'mailedThreads' | 'loggedSubject'>

interface QueuedMail extends Mail, SendingRules {}

/** Call it in the transaction that causes the mail, and wake the job runner after the commit. */
export function enqueueMail(db: Db, mail: Mail, delivery: Delivery, now: number) {
  const { topic, listingIds, mailedThreads, loggedSubject, ...job } = delivery
  const payload = { ...mail, topic, listingIds, mailedThreads, loggedSubject }
  return enqueueJob(db, { kind: mailKind, payload, ...job }, now)
}

/** Due before all others, also behind a thousand reminders: the student waits for it, and it expires soon. */
export function enqueueSecretMail(
  db: Db,
  payload: Mail,
  delivery: Omit<Delivery, keyof SendingRules>,
  now: number,
) {
  return enqueueJob(db, { kind: secretMailKind, payload, runAt: 0, ...delivery }, now)
}

/** What was or will be sent to a student, as long as its job is kept. */
export async function findMailsTo(db: Db, userId: number) {
  const jobs = await findJobsOfUser(db, userId, mailKinds)
  return jobs.map(({ payload, state, created_at, finished_at }) => {
    const mail = JSON.parse(payload) as Partial<FinishedMail & QueuedMail> | null
    const isSent = state === 'done' && !mail?.skipped
    return {
      subject: mail?.loggedSubject ?? mail?.subject ?? '',
      writtenAt: created_at,
      sentAt: isSent ? finished_at : null,
    }
  })
}

interface MailJobDeps {
  sender: MailSender
  threadRules: MailedThreadRules
  /** Whether the student has turned this kind of mail off, or has left. */
  isTurnedOff: (db: Db, topic: SettingTopic) => Promise<boolean>
}

export function mailJobs({
  sender,
  threadRules,
  isTurnedOff,
}: MailJobDeps): MailJobKind<QueuedMail>[] {
  async function send(job: RunningJob<QueuedMail>, evenIfBounced = false): Promise<FinishedMail> {
    const { db, now } = job
    const { topic, listingIds = [], mailedThreads = [], loggedSubject, ...mail } = job.payload
    const skip = (reason: SkipReason) =>
      sender.skip({ ...mail, subject: loggedSubject ?? mail.subject }, reason)
    const obstacle = await sender.findObstacle(db, mail.to)
    if (obstacle && !(obstacle === 'bounced' && evenIfBounced)) return skip(obstacle)
    if (topic && (await isTurnedOff(db, topic))) return skip('no longer due')
    const isTakenDown = await isAnyTakenDown(db, listingIds)
    if (isTakenDown || !(await threadRules.areStillDue(db, mailedThreads, now()))) {
      await threadRules.writeAnew(db, mailedThreads, now())
      return skip(isTakenDown ? 'taken down' : 'no longer due')
    }
    return sender.send(job, mail, loggedSubject)
  }

  return [
    {
      name: secretMailKind,
      delivery: 'at-most-once',
      // Whoever uses the link or code has confirmed the address again.
      run: (job) =>
        send(job, true).catch((error) => {
          const isFinal = error instanceof MailRefusedError || error instanceof DeliveryUnknownError
          throw toJobError(error, isFinal)
        }),
    },
    {
      name: mailKind,
      delivery: 'at-least-once',
      run: (job) =>
        send(job).catch((error) => {
          throw toJobError(error)
        }),
    },
  ]
}

/** The mails of a student are rows of `jobs`, which belongs to the room below. */
export const mailData: PersonalData = {
  tables: {},
  async export(db, { id }) {
    const mails = await findMailsTo(db, id)
    return {
      mails: mails.map(({ subject, writtenAt, sentAt }) => ({
        subject,
        writtenAt: toIso(writtenAt),
        sentAt: toIsoOrNull(sentAt),
      })),
    }
  },
}
