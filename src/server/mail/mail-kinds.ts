import type { JobKind, RunningJob } from '../jobs/job-kind.ts'
import type { FinishedMail } from './mail-sender.ts'

/** A link or code that opens an account: rather lost than sent twice. */
export const secretMailKind = 'secret-mail'
/** Rather twice, with the same Message-ID, than never. */
export const mailKind = 'mail'
/** Written at sending, about what a student has saved. */
export const savedMailKind = 'saved-mail'
/** Written at sending, about listings of the recipient. */
export const reminderMailKind = 'reminder-mail'

/** All of them, which the export of an account lists. */
export const mailKinds = [secretMailKind, mailKind, savedMailKind, reminderMailKind] as const

/** A job that sends mail; no other is given the sender (`job-kinds.ts`), so none is missing above. */
export interface MailJobKind<Payload = unknown> extends JobKind<Payload> {
  name: (typeof mailKinds)[number]
  run(job: RunningJob<Payload>): Promise<FinishedMail>
}
