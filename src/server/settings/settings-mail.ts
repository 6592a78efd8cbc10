import sql from 'sql-template-tag'
import { campus } from '#campus/campus.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'
import { pagePaths } from '#contract/paths.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { formatMoment } from '#format/format.ts'
import type { Db } from '../database/database.ts'
import { dayMs, toIso } from '../durations.ts'
import { enqueueMail } from '../mail/mail-jobs.ts'
import type { Mail } from '../mail/mail-transport.ts'
import { renderMail } from '../mail/render-mail.ts'
import { lockUserShared } from '../students/user-queries.ts'

interface SettingsChange {
  before: CampusSettings
  after: CampusSettings
}

export const domainsOf = ({ universities }: CampusSettings) =>
  universities.flatMap(({ emailDomains }) => emailDomains)

/**
 * Tells all admins, and whoever reads the contact address so far, who may sign up and log in now and where students write
 * to. Somebody who has taken over the account of one admin must not change that unnoticed.
 */
export async function mailSettingsChange(
  tx: Db,
  change: SettingsChange,
  { appUrl, now }: { appUrl: string; now: number },
): Promise<void> {
  const sentences = describeChange(change)
  if (sentences.length === 0) return
  const context = { sentences, appUrl, now }
  const expiresAt = now + dayMs
  const admins = await tx.all<{ id: number }>(sql`
    SELECT id FROM users WHERE role = 'admin' AND role <> 'student' ORDER BY id`)
  for (const { id: studentId } of admins) {
    const admin = await lockUserShared(tx, studentId)
    if (!admin || admin.bannedAt !== null) continue
    await enqueueMail(tx, buildSettingsMail(admin, context), { studentId, expiresAt }, now)
  }
  const contact = { email: change.before.contactEmail }
  await enqueueMail(tx, buildSettingsMail(contact, context), { expiresAt }, now)
}

function describeChange({ before, after }: SettingsChange): string[] {
  const without = (all: readonly string[], others: readonly string[]) =>
    all.filter((domain) => !others.includes(domain))
  const closed = without(after.closedDomains, before.closedDomains)
  const removed = without(domainsOf(before), [...domainsOf(after), ...closed])
  const opened = without(before.closedDomains, after.closedDomains)
  const added = without(domainsOf(after), domainsOf(before))
  return [
    ...closed.map((domain) => `Students with @${domain} can no longer log in.`),
    ...removed.map(
      (domain) => `Nobody new can sign up with @${domain}. Its students can still log in.`,
    ),
    ...without(opened, added).map((domain) => `Students with @${domain} can log in again.`),
    ...added.map((domain) => `Everybody with @${domain} can sign up and log in now.`),
    ...(before.contactEmail === after.contactEmail
      ? []
      : [`The contact email is ${after.contactEmail} now. It was ${before.contactEmail}.`]),
  ]
}

/** The email does not name the admin, because it would outlive their account. The settings page does. */
export function buildSettingsMail(
  recipient: { email: string; firstName?: string },
  { sentences, appUrl, now }: { sentences: readonly string[]; appUrl: string; now: number },
): Mail {
  const { brand } = campus
  const { firstName } = recipient
  return renderMail('settings-changed', recipient, `Important settings of ${brand} have changed`, {
    preheader: sentences[0] ?? '',
    heading: 'Important settings have changed',
    greeting: firstName ? `Hi ${firstName},` : 'Hello,',
    paragraphs: [
      `An admin of ${brand} changed these settings on ${formatMoment(toIso(now), campusIsoDate(now))}:`,
      ...sentences,
    ],
    button: { label: 'Open the settings', url: appUrl + pagePaths.settings },
    note: 'Does this surprise you? The history on the settings page says who changed what, and every admin can undo the newest change there.',
  })
}
