import { campus } from '#campus/campus.ts'
import { exportLinkDays } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatDate } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { enqueueMail, enqueueSecretMail } from '../../mail/mail-jobs.ts'
import type { Mail } from '../../mail/mail-transport.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { greet, type MailedUser } from '../../students/account-mails.ts'
import type { Account } from '../../students/user-queries.ts'

// The emails about what an admin or an operator did at somebody's request. None quotes the reason, which is for admins. A
// hold has no email: it may keep evidence, and whoever it is about must not hear of it from us.

interface MailContext {
  appUrl: string
  /** The log entry, which is the cause of the email. */
  logId: number
  now: number
}

const question = () => `Questions? Write to ${campus.contactEmail}.`

export async function mailExportLink(
  tx: Db,
  student: Account,
  { token, expiresAt, appUrl, logId, now }: MailContext & { token: string; expiresAt: number },
) {
  const mail = buildExportLinkMail(student, { url: appUrl + pagePaths.exportData(token) })
  const delivery = { studentId: student.id, cause: `moderation ${logId}`, expiresAt }
  await enqueueSecretMail(tx, mail, delivery, now)
}

export function buildExportLinkMail(student: MailedUser, { url }: { url: string }): Mail {
  const subject = `Your data on ${campus.brand}`
  return renderMail('export-link', student, subject, {
    preheader: `The link works for ${exportLinkDays} days.`,
    heading: subject,
    greeting: greet(student),
    paragraphs: [
      `Someone asked us for a copy of your data. The link is only in this email, and nobody at ${campus.brand} has opened it.`,
      `It works for ${exportLinkDays} days. Don't forward it: anyone who has it can download your data.`,
    ],
    button: { label: 'Download your data', url },
    note: `You didn't ask for this? Delete this email, and nobody gets your data. ${question()}`,
  })
}

export async function mailDeletionPlanned(
  tx: Db,
  student: Account,
  { deleteAt, appUrl, logId, now }: MailContext & { deleteAt: number },
) {
  const mail = buildDeletionPlannedMail(student, { deleteAt, appUrl })
  const delivery = { studentId: student.id, cause: `moderation ${logId}`, expiresAt: deleteAt }
  await enqueueMail(tx, mail, delivery, now)
}

export function buildDeletionPlannedMail(
  student: MailedUser,
  { deleteAt, appUrl }: { deleteAt: number; appUrl: string },
): Mail {
  const day = formatDate(deleteAt)
  const subject = `Your ${campus.brand} account will be deleted on ${day}`
  return renderMail('deletion-planned', student, subject, {
    preheader: 'Until then you can keep it.',
    heading: subject,
    greeting: greet(student),
    paragraphs: [
      `We were asked to delete your ${campus.brand} account. On ${day} we delete it with your listings, your photos and your settings, for good. Your listings are hidden from now on.`,
      'Changed your mind, or is it a mistake? Log in before then and press “Keep my account”.',
    ],
    button: { label: 'Open your account', url: appUrl + pagePaths.account },
    note: `You can download your data on the same page before it is deleted. ${question()}`,
  })
}

export async function mailAccountKept(
  tx: Db,
  student: Account,
  { appUrl, logId, now }: MailContext,
) {
  const mail = buildAccountKeptMail(student, { appUrl })
  const delivery = { studentId: student.id, cause: `moderation ${logId}` }
  await enqueueMail(tx, mail, { ...delivery, expiresAt: now + 14 * dayMs }, now)
}

export function buildAccountKeptMail(student: MailedUser, { appUrl }: { appUrl: string }): Mail {
  const subject = `Your ${campus.brand} account stays`
  return renderMail('account-kept', student, subject, {
    preheader: "It won't be deleted.",
    heading: subject,
    greeting: greet(student),
    paragraphs: [
      `We told you that your ${campus.brand} account would be deleted. It won't be. Listings that we hid because of that are shown again, unless they have ended since.`,
    ],
    button: { label: 'Open your dashboard', url: appUrl + pagePaths.dashboard },
    note: question(),
  })
}
