import { campus } from '#campus/campus.ts'
import { decisionReasonLabels } from '#contract/decision-reasons.ts'
import { appealDays } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatDate } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { findListing } from '../../listings/listing-queries.ts'
import type { MailContent, MailLink } from '../../mail/mail-content.ts'
import { enqueueMail } from '../../mail/mail-jobs.ts'
import type { Mail } from '../../mail/mail-transport.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { greet, type MailedUser } from '../../students/account-mails.ts'
import { hasToConfirm } from '../../students/confirmation/confirmation.ts'
import { createExportToken, hasExportLink } from '../../students/restrictions/export-link.ts'
import { lockUserShared } from '../../students/user-queries.ts'
import { findAppealedDecision } from '../appeals/appeal-queries.ts'
import {
  type DecisionContext,
  type DecisionText,
  describeDecision,
  isOfAdmin,
  type ToldDecision,
} from './decision-texts.ts'

/** The email expires with the appeal that it offers. */
const mailValidMs = appealDays * dayMs

/**
 * Emails a log entry to its student. Call it in the transaction that writes the entry, and wake the job runner after
 * the commit. The email may be sent twice, even with a link to an appeal: the link opens no account and works once, but
 * a lost email would cost the student the appeal.
 */
export async function tellStudent(
  tx: Db,
  { appUrl }: { appUrl: string },
  decision: ToldDecision,
  now: number,
): Promise<void> {
  const { logId, studentId, listing } = decision
  const student = await lockUserShared(tx, studentId)
  if (!student) return
  const row = listing && (await findListing(tx, listing))
  const exportToken =
    decision.action === 'ban' && hasExportLink(student) && (await createExportToken(tx, student))
  const mail = buildDecisionMail(student, decision, {
    appUrl,
    exportUrl: exportToken ? appUrl + pagePaths.exportData(exportToken) : undefined,
    listingTitle: row?.title,
    appealed: await findAppealedDecision(tx, decision),
    suspendedUntil: student.suspendedUntil,
    now,
  })
  const delivery = { studentId, cause: `moderation ${logId}`, expiresAt: now + mailValidMs }
  await enqueueMail(tx, mail, delivery, now)
}

interface MailContext extends DecisionContext {
  appUrl: string
  /** The title, or undefined if the listing was deleted. */
  listingTitle?: string | undefined
  /** The link with which a banned student downloads their data. */
  exportUrl?: string | undefined
}

/**
 * If a stranger may have signed up with the address, the email has no name, no title and no words of a moderator or a
 * signal.
 */
export function buildDecisionMail(
  student: MailedUser,
  decision: ToldDecision,
  { appUrl, listingTitle, exportUrl, ...context }: MailContext,
): Mail {
  const isProven = !hasToConfirm(student)
  const sentence = isProven ? decision.sentence : undefined
  const text = describeDecision({ ...decision, sentence }, context)
  const [happened] = text.paragraphs
  const { reason, note, appealToken } = decision
  const title = isProven ? listingTitle : listingTitle && 'Your listing'
  const role = isOfAdmin(decision, context.appealed) ? 'admin' : 'moderator'
  return renderMail(`moderation-${decision.action}`, student, text.subject, {
    // Subjects are logged, so the listing's title is in the preheader instead.
    preheader: isProven && listingTitle ? `“${listingTitle}”: ${happened}` : happened,
    heading: text.subject,
    greeting: greet(student),
    paragraphs: [
      ...text.paragraphs,
      ...(reason ? [`${text.reasonLabel ?? 'The reason'}: ${decisionReasonLabels[reason]}.`] : []),
    ],
    ...(isProven && note && { quote: { label: `The ${role} wrote:`, text: note } }),
    ...listingSection(decision, text, { appUrl, title }),
    ...(appealToken
      ? { button: appealButton(appUrl + pagePaths.appeal(appealToken), text) }
      : text.button && { button: pageButton(text.button, text, appUrl) }),
    note: [
      ...(appealToken ? [describeAppeal(context.now, role)] : []),
      ...(exportUrl
        ? [`You can download your data until your account is deleted: ${exportUrl}`]
        : []),
      `What is allowed on ${campus.brand}: ${appUrl}${pagePaths.rules}`,
    ].join(' '),
  })
}

const describeAppeal = (now: number, role: string) =>
  `Is this wrong? You can appeal once, until ${formatDate(now + appealDays * dayMs)}. You don't have to log in. Where possible, a different ${role} will review it.`

/** The button is secondary if the email also has a button that leads to the listing. */
const beside = ({ leadsTo }: DecisionText) => (leadsTo ? { isSecondary: true as const } : {})

const appealButton = (url: string, text: DecisionText) => ({
  label: 'Appeal',
  url,
  ...beside(text),
})

const pageButton = ({ label, url }: MailLink, text: DecisionText, appUrl: string) => ({
  label,
  url: appUrl + url,
  ...beside(text),
})

/** The section has no photo, and a link only with `leadsTo`: a removed listing has neither a page nor a public photo. */
function listingSection(
  { listing }: ToldDecision,
  { leadsTo, status }: DecisionText,
  { appUrl, title }: { appUrl: string; title: string | undefined },
): Pick<MailContent, 'sections'> {
  if (!listing || !status || !title) return {}
  const { category, id } = listing
  const links = {
    edit: { label: 'Edit it', url: appUrl + pagePaths.edit(category, id) },
    page: { label: 'See it', url: appUrl + pagePaths.listing(category, id) },
  }
  const item = { title, text: status, ...(leadsTo && { link: links[leadsTo] }) }
  return { sections: [{ heading: 'Your listing', items: [item] }] }
}
