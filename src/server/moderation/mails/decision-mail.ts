import { brand } from '#campus.ts'
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

/** After this time the email would offer an appeal that is no longer possible. */
const mailValidMs = appealDays * dayMs

/**
 * Emails an entry of the log to its student, in the transaction that writes it. Wake the job runner after the commit.
 * The email is sent at least once, even with the link to an appeal: the link opens no account and works once, and a
 * lost email would take the appeal away.
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
  const delivery = { userId: studentId, cause: `moderation ${logId}`, expiresAt: now + mailValidMs }
  await enqueueMail(tx, mail, delivery, now)
}

interface MailContext extends DecisionContext {
  appUrl: string
  /** Undefined if the listing was deleted. */
  listingTitle?: string | undefined
  /** The link with which a banned student downloads their data. */
  exportUrl?: string | undefined
}

/** An address that a stranger may have signed up with gets no name, no title and nothing that a moderator or a signal says. */
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
    // The subject is logged, so the title is beside it.
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
      `What is allowed on ${brand}: ${appUrl}${pagePaths.rules}`,
    ].join(' '),
  })
}

const describeAppeal = (now: number, role: string) =>
  `Is this wrong? You can appeal once, until ${formatDate(now + appealDays * dayMs)}. You don't have to log in. Another ${role} will look at it, if there is one.`

/** The button is secondary where the email leads to the listing first. */
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

/** A removed listing has no page to lead to, and no photo at a public address. */
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
