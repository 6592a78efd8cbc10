import type { JobKind, RunningJob } from '../jobs/job-kind.ts'
import type { FinishedMail } from './mail-sender.ts'

/** A link or code that opens an account. It may be lost, but must not be sent twice. */
export const secretMailKind = 'secret-mail'
/** It may be sent twice, with the same Message-ID, but must not be lost. */
export const mailKind = 'mail'
/** A mail about what a student has saved, written when it is sent. */
export const savedMailKind = 'saved-mail'
/** A mail about the recipient's listings, written when it is sent. */
export const reminderMailKind = 'reminder-mail'

/** All kinds of mail. The export of an account lists them. */
export const mailKinds = [secretMailKind, mailKind, savedMailKind, reminderMailKind] as const

/** A job that sends mail. Only these jobs get the sender (`job-kinds.ts`), so none is missing above. */
export interface MailJobKind<Payload = unknown> extends JobKind<Payload> {
  name: (typeof mailKinds)[number]
  run(job: RunningJob<Payload>): Promise<FinishedMail>
}
