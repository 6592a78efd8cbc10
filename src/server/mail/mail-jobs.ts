import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/database.ts'
import { type JobKind, PermanentJobError, type RunningJob } from '../jobs/job-kind.ts'
import { enqueueJob, findJobsOfUser, jobExists } from '../jobs/job-queries.ts'
import {
  DeliveryUnknownError,
  type Mail,
  MailRefusedError,
  type MailTransport,
  RecipientRefusedError,
} from './mail-transport.ts'
import { findRecipient, isAnyTakenDown, markBounced } from './recipient-queries.ts'

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
  /** What it shows: not sent once one of these is hidden or removed. */
  listingIds?: number[]
  /** What it tells of: not sent once one of these is read, or must not be told any more. */
  mailedThreads?: MailedThread[]
  /** In place of a subject that holds words of students, in logs and in what is kept. */
  loggedSubject?: string
}

type SendingRules = Pick<Delivery, 'listingIds' | 'mailedThreads' | 'loggedSubject'>

interface QueuedMail extends Mail, SendingRules {}

/** A link or code that opens an account: rather lost than sent twice. */
const secretMailKind = 'secret-mail'
/** Rather twice, with the same Message-ID, than never. */
export const mailKind = 'mail'

/** Call it in the transaction that causes the mail, and wake the job runner after the commit. */
export function enqueueMail(db: Db, mail: Mail, delivery: Delivery, now: number) {
  const { listingIds, mailedThreads, loggedSubject, ...job } = delivery
  const payload = { ...mail, listingIds, mailedThreads, loggedSubject }
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

/** Kept of a mail whose job is done. */
interface FinishedMail extends Pick<Mail, 'template' | 'subject'> {
  /** Why it was not sent. */
  skipped?: string
}

/** What was or will be sent to a student, as long as its job is kept. */
export async function findMailsTo(db: Db, userId: number) {
  const jobs = await findJobsOfUser(db, userId, [mailKind, secretMailKind])
  return jobs.map(({ payload, state, created_at, finished_at }) => {
    const mail = JSON.parse(payload) as Partial<FinishedMail> | null
    const isSent = state === 'done' && !mail?.skipped
    return {
      subject: mail?.subject ?? '',
      writtenAt: created_at,
      sentAt: isSent ? finished_at : null,
    }
  })
}

interface MailJobDeps {
  transport: MailTransport
  log: Pick<FastifyBaseLogger, 'info'>
  threadRules: MailedThreadRules
}

export function mailJobs({ transport, log, threadRules }: MailJobDeps): JobKind<QueuedMail>[] {
  async function send(job: RunningJob<QueuedMail>, evenIfBounced = false): Promise<FinishedMail> {
    const { id, db, now, signal } = job
    const { listingIds = [], mailedThreads = [], loggedSubject, ...mail } = job.payload
    const { template, to } = mail
    const subject = loggedSubject ?? mail.subject
    const skip = (reason: 'bounced' | 'sample' | 'taken down' | 'no longer due') => {
      const skipped = { template, subject, skipped: reason }
      log.info(skipped, 'mail not sent')
      return skipped
    }
    const recipient = await findRecipient(db, to)
    // The address of a sample student may be somebody's.
    if (recipient?.isSample && transport.isRemote) return skip('sample')
    if (recipient?.bouncedAt && !evenIfBounced) return skip('bounced')
    const isTakenDown = await isAnyTakenDown(db, listingIds)
    if (isTakenDown || !(await threadRules.areStillDue(db, mailedThreads, now()))) {
      await threadRules.writeAnew(db, mailedThreads, now())
      return skip(isTakenDown ? 'taken down' : 'no longer due')
    }
    await transport.send({ ...mail, id: mailId(job) }, signal).catch(async (error) => {
      if (error instanceof RecipientRefusedError) await markBounced(db, to, now())
      throw error
    })
    // Removed with the account while it was being sent.
    if (!(await jobExists(db, id))) await transport.purge?.(to)
    log.info({ template, subject }, 'mail sent')
    return { template, subject }
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
          throw toJobError(error, error instanceof MailRefusedError)
        }),
    },
  ]
}

/** Begins with the time, so that files in the outbox sort by it; ids of jobs begin again after a restore. */
function mailId({ id, createdAt }: RunningJob<Mail>): string {
  const time = new Date(createdAt).toISOString().replaceAll(/[:.]/g, '-')
  return `${time}-${String(id).padStart(6, '0')}`
}

/** Codes only: an SMTP response text may quote the recipient's address, which must not be logged or stored. */
function toJobError(error: unknown, isFinal: boolean): Error {
  const isWrapped = error instanceof DeliveryUnknownError || error instanceof MailRefusedError
  const cause = isWrapped ? error.cause : error
  const parts =
    cause instanceof Error ? [read(cause, 'code') ?? cause.name, read(cause, 'responseCode')] : []
  const reason = ['mail not sent', ...parts].filter((part) => part !== undefined).join(' ')
  return isFinal ? new PermanentJobError(reason) : new Error(reason)
}

const read = (error: object, name: string) =>
  name in error ? error[name as keyof typeof error] : undefined
