import type { FastifyBaseLogger } from 'fastify'
import sql, { join } from 'sql-template-tag'
import type { Counts } from '../counts/counts.ts'
import type { Db } from '../database/database.ts'
import { toIso } from '../durations.ts'
import { PermanentJobError, type RunningJob } from '../jobs/job-kind.ts'
import { jobExists } from '../jobs/job-queries.ts'
import {
  DeliveryUnknownError,
  type Mail,
  MailRefusedError,
  type MailTransport,
  RecipientRefusedError,
} from './mail-transport.ts'

/** The part of an email that is kept when its job is done. */
export interface FinishedMail extends Pick<Mail, 'template' | 'subject'> {
  /** Why the email was not sent. */
  skipped?: SkipReason
}

export type SkipReason = 'bounced' | 'sample' | 'taken down' | 'no longer due'

interface MailSenderDeps {
  transport: MailTransport
  log: Pick<FastifyBaseLogger, 'info'>
  /** Counts codes and refused addresses by domain. */
  counts?: Pick<Counts, 'addForMailbox'>
}

/** The emails with a code that the student types in. */
const codeTemplates = ['confirmation-code', 'join-code', 'identity-code']

export type MailSender = ReturnType<typeof createMailSender>

/** Gives all jobs that send email the same checks and log lines. */
export function createMailSender({ transport, log, counts }: MailSenderDeps) {
  return {
    /** Returns why this address gets no email now. */
    async findObstacle(db: Db, address: string): Promise<'sample' | 'bounced' | undefined> {
      const recipient = await findRecipient(db, address)
      // The address of a sample student may belong to a real person.
      if (recipient?.isSample && transport.isRemote) return 'sample'
      if (recipient?.bouncedAt) return 'bounced'
    },

    skip(mail: Pick<Mail, 'template' | 'subject'>, reason: SkipReason): FinishedMail {
      const { template, subject } = mail
      const skipped = { template, subject, skipped: reason }
      log.info(skipped, 'mail not sent')
      return skipped
    },

    /** Sends an email. In logs and finished jobs, `loggedSubject` replaces a subject with words of students or a code. */
    async send(
      { id, createdAt, db, now, signal }: RunningJob,
      mail: Mail,
      loggedSubject = mail.subject,
    ): Promise<FinishedMail> {
      const { template, to } = mail
      await transport.send({ ...mail, id: mailId(id, createdAt) }, signal).catch(async (error) => {
        if (error instanceof RecipientRefusedError) {
          counts?.addForMailbox('addresses refused', to)
          await markBounced(db, to, now())
        }
        throw error
      })
      if (codeTemplates.includes(template)) counts?.addForMailbox('codes sent', to)
      // The account may have been deleted while the email was being sent.
      if (!(await jobExists(db, id))) await transport.purge?.(to)
      const sent = { template, subject: loggedSubject }
      log.info(sent, 'mail sent')
      return sent
    },
  }
}

/** Returns an id that begins with the time, so that files in the outbox sort by time. Job ids start over after a restore. */
function mailId(jobId: number, createdAt: number): string {
  const time = toIso(createdAt).replaceAll(/[:.]/g, '-')
  return `${time}-${String(jobId).padStart(6, '0')}`
}

/** Keeps only codes, because an SMTP response may quote the recipient's address, which must not be logged or stored. */
export function toJobError(error: unknown, isFinal = error instanceof MailRefusedError): Error {
  const isWrapped = error instanceof DeliveryUnknownError || error instanceof MailRefusedError
  const cause = isWrapped ? error.cause : error
  const parts =
    cause instanceof Error ? [read(cause, 'code') ?? cause.name, read(cause, 'responseCode')] : []
  const reason = ['mail not sent', ...parts].filter((part) => part !== undefined).join(' ')
  return isFinal ? new PermanentJobError(reason) : new Error(reason)
}

/** Whether the reason of a failed job ends with the status of a server that refused the email for good. */
export const isRefusal = (reason: string): boolean => /^mail not sent .*\b5\d\d$/.test(reason)

const read = (error: object, name: string) =>
  name in error ? error[name as keyof typeof error] : undefined

interface Recipient {
  /** When a mail server last refused the address for good. */
  bouncedAt: number | null
  /** Whether the address is made up. */
  isSample: boolean
}

/** Returns undefined if the account has been deleted. */
async function findRecipient(db: Db, email: string): Promise<Recipient | undefined> {
  const row = await db.get<{ bounced_at: number | null; is_sample: number }>(
    sql`SELECT bounced_at, is_sample FROM users WHERE email = ${email}`,
  )
  return row && { bouncedAt: row.bounced_at, isSample: row.is_sample === 1 }
}

/** Marks the address as bounced, until it is confirmed again. */
async function markBounced(db: Db, email: string, now: number) {
  await db.run(sql`UPDATE users SET bounced_at = ${now} WHERE email = ${email}`)
}

/** Whether one of these listings is hidden or removed. */
export async function isAnyTakenDown(db: Db, listingIds: number[]): Promise<boolean> {
  if (listingIds.length === 0) return false
  const row = await db.get(sql`
    SELECT 1 AS found FROM listings
    WHERE id IN (${join(listingIds)}) AND status IN ('hidden', 'removed') LIMIT 1`)
  return row !== undefined
}
