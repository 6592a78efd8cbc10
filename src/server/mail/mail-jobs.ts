import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
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

/**
 * A thread in an email to one of its two students. They had not read this message and later ones when the email was
 * written.
 */
export interface MailedThread {
  threadId: number
  isBuyer: boolean
  firstId: number
}

/** A meeting in an email to one of its two students, as it was when the email was written. */
export interface MailedMeeting {
  id: number
  /** How often the meeting had been moved. */
  sequence: number
  kind: 'reminder' | 'question' | 'cancelled'
  isBuyer: boolean
}

/** The rules of messages. They are passed in so that mail/ does not import messages/. */
export interface MailedThreadRules {
  areStillDue(db: Db, threads: MailedThread[], now: number): Promise<boolean>
  /** Makes the messages in an unsent email due again. */
  writeAnew(db: Db, threads: MailedThread[], now: number): Promise<void>
  isMeetingMailDue(db: Db, meeting: MailedMeeting): Promise<boolean>
}

interface Delivery {
  /** The student whose deletion also deletes the row. */
  studentId?: number
  /** The cause of the email. A cause has one email. Without a cause, each email gets its own. */
  cause?: string
  /** The email is not sent after this time. */
  expiresAt?: number
  /** The email is not sent once the student has turned this topic off. */
  topic?: SettingTopic
  /** The listings in the email. It is not sent once one of them is hidden or removed. */
  listingIds?: number[]
  /** The threads in the email. It is not sent once one of them is read or must no longer be mentioned. */
  mailedThreads?: MailedThread[]
  /** The meeting in the email. It is not sent once the meeting has changed, or the question about it has its answer. */
  mailedMeeting?: MailedMeeting
  /** A subject for logs and finished jobs, if the real one has words of students or a code. */
  loggedSubject?: string
}

type SendingRules = Pick<
  Delivery,
  'topic' | 'listingIds' | 'mailedThreads' | 'mailedMeeting' | 'loggedSubject'
>

interface QueuedMail extends Mail, SendingRules {}

/** Queues an email. Call it in the transaction that causes the email, and wake the job runner after the commit. */
export function enqueueMail(db: Db, mail: Mail, delivery: Delivery, now: number) {
  const { topic, listingIds, mailedThreads, mailedMeeting, loggedSubject, ...job } = delivery
  const payload = { ...mail, topic, listingIds, mailedThreads, mailedMeeting, loggedSubject }
  return enqueueJob(db, { kind: mailKind, payload, ...job }, now)
}

/** Queues an email that is sent before all others, because the student waits for it and it expires soon. */
export function enqueueSecretMail(
  db: Db,
  mail: Mail,
  { loggedSubject, ...job }: Omit<Delivery, Exclude<keyof SendingRules, 'loggedSubject'>>,
  now: number,
) {
  return enqueueJob(db, { kind: secretMailKind, payload: { ...mail, loggedSubject }, ...job }, now)
}

/** Finds the emails that were or will be sent to a student, as long as their jobs are kept. */
export async function findMailsTo(db: Db, studentId: number) {
  const jobs = await findJobsOfUser(db, studentId, mailKinds)
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
  /** Whether the student has turned these emails off, or has deleted the account. */
  isTurnedOff: (db: Db, topic: SettingTopic) => Promise<boolean>
}

export function mailJobs({
  sender,
  threadRules,
  isTurnedOff,
}: MailJobDeps): MailJobKind<QueuedMail>[] {
  async function send(job: RunningJob<QueuedMail>, evenIfBounced = false): Promise<FinishedMail> {
    const { db, now } = job
    const { topic, listingIds = [], mailedThreads = [], mailedMeeting, ...rest } = job.payload
    const { loggedSubject, ...mail } = rest
    const skip = (reason: SkipReason) =>
      sender.skip({ ...mail, subject: loggedSubject ?? mail.subject }, reason)
    const obstacle = await sender.findObstacle(db, mail.to)
    if (obstacle && !(obstacle === 'bounced' && evenIfBounced)) return skip(obstacle)
    if (topic && (await isTurnedOff(db, topic))) return skip('no longer due')
    if (mailedMeeting && !(await threadRules.isMeetingMailDue(db, mailedMeeting))) {
      return skip('no longer due')
    }
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
      priority: 'urgent',
      delivery: 'at-most-once',
      // A bounce does not stop this email: using the link or code confirms the address again.
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

/** The emails to a student are rows of `jobs`, a table that belongs to a lower room. */
export const mailData: RoomData = {
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
