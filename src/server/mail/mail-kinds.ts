import type { JobKind, RunningJob } from '../jobs/job-kind.ts'
import type { FinishedMail } from './mail-sender.ts'

/** Emails with a link or code that opens an account. They may be lost, but must not be sent twice. */
export const secretMailKind = 'secret-mail'
/** Emails that may be sent twice, with the same Message-ID, but must not be lost. */
export const mailKind = 'mail'
/** Emails about a student's saved things, written when they are sent. */
export const savedMailKind = 'saved-mail'
/** Emails about the recipient's listings, written when they are sent. */
export const reminderMailKind = 'reminder-mail'

/** All kinds of emails. The export of an account lists the emails of each kind. */
export const mailKinds = [secretMailKind, mailKind, savedMailKind, reminderMailKind] as const

/** A job that sends email. Only such jobs get the sender (`job-kinds.ts`), so the list above is complete. */
export interface MailJobKind<Payload = unknown> extends JobKind<Payload> {
  name: (typeof mailKinds)[number]
  run(job: RunningJob<Payload>): Promise<FinishedMail>
}
