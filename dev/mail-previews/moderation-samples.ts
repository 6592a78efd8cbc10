import { campus } from '#campus/campus.ts'
import { isAppealable } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { dayMs } from '#server/durations.ts'
import type { TemplateName } from '#server/mail/render-mail.ts'
import { buildDecisionMail } from '#server/moderation/mails/decision-mail.ts'
import type { ToldDecision } from '#server/moderation/mails/decision-texts.ts'
import { buildReportOutcomeMail, type ReportAnswer } from '#server/moderation/mails/report-mail.ts'
import {
  buildAccountKeptMail,
  buildDeletionPlannedMail,
  buildExportLinkMail,
} from '#server/moderation/mails/request-mails.ts'
import { buildRoleEndingMail, buildRolesEndingMail } from '#server/moderation/mails/role-mails.ts'
import { buildWaitingMail } from '#server/moderation/mails/waiting-mail.ts'
import { buildSettingsMail } from '#server/settings/settings-mail.ts'
import type { MailVariants, SampleContext } from './sample-context.ts'

type Told = Omit<ToldDecision, 'logId' | 'studentId' | 'action'>

export function moderationSamples(context: SampleContext) {
  const { student, appUrl, now, token, listings } = context
  const { category, id, title } = listings.bike
  const about = { listing: { category, id } }

  const decision = (action: ToldDecision['action'], told: Told = {}): MailVariants => {
    const appeal = isAppealable(action) ? { appealToken: token } : {}
    const entry = { logId: 1, studentId: student.id, action, ...told, ...appeal }
    const exportUrl = action === 'ban' ? appUrl + pagePaths.exportData(token) : undefined
    const titled = { appUrl, listingTitle: title, exportUrl, now, appealed: undefined }
    return [{ name: 'usual', mail: buildDecisionMail(student, entry, titled) }]
  }
  const report = (answer: ReportAnswer): MailVariants => {
    const base = { id: 1, reporterId: student.id, threadId: null, createdAt: now - 2 * dayMs }
    const reported = { ...base, reason: 'scam' as const, listingId: 14, category }
    return [{ name: 'usual', mail: buildReportOutcomeMail(student, reported, answer, { appUrl }) }]
  }
  const member = { ...student, role: 'admin' as const, roleEndsAt: now + 14 * dayMs }
  const waiting = { reports: 4, appeals: 1, signalAnswers: 3, hidden: 2, oldest: now - 4 * dayMs }
  const settingsChange = {
    sentences: [
      'Everybody with @alumni.example can sign up and log in now.',
      `The contact email is help@alumni.example now. It was ${campus.contactEmail}.`,
    ],
    ...{ appUrl, now },
  }
  const note = 'Please say that the brakes need work.\nIt is in your photos, but not in the text.'
  const sentence = "This photo is also used by another account's listing."
  const thanks = 'Thanks for telling us. The other listing is gone.'
  const reply = 'Both listings show the same bike. Please add a photo with the date.'
  return {
    'moderation-hide': decision('hide', { ...about, reason: 'scam' }),
    'moderation-show': decision('show', about),
    'moderation-keep': decision('keep', about),
    'moderation-ask_to_edit': decision('ask_to_edit', { ...about, reason: 'other', note }),
    'moderation-remove': decision('remove', { ...about, reason: 'scam', note }),
    'moderation-warn': decision('warn', { reason: 'harassment', note }),
    'moderation-suspend': decision('suspend', { reason: 'harassment', days: 7 }),
    'moderation-ban': decision('ban', { reason: 'scam' }),
    'moderation-role': decision('role', { role: 'moderator' }),
    'moderation-reset_second_factor': decision('reset_second_factor', {}),
    'moderation-reject_appeal': decision('reject_appeal', { note }),
    'moderation-hide_signal': decision('hide_signal', { ...about, sentence, note: thanks }),
    'moderation-keep_signal': decision('keep_signal', { ...about, sentence, note: reply }),
    'moderation-undo': decision('undo', { ...about, undoes: 'remove' }),
    'moderation-end_role': decision('end_role', { role: 'moderator' }),
    'role-ending': [
      { name: 'usual', mail: buildRoleEndingMail({ member, outlook: 'ends' }, { appUrl }) },
      { name: 'kept', mail: buildRoleEndingMail({ member, outlook: 'stays' }, { appUrl }) },
      {
        name: 'several',
        mail: buildRoleEndingMail({ member, outlook: 'one of several stays' }, { appUrl }),
      },
    ],
    'roles-ending': [
      {
        name: 'usual',
        mail: buildRolesEndingMail(student, [{ member, outlook: 'ends' }], { appUrl }),
      },
    ],
    'export-link': [
      {
        name: 'usual',
        mail: buildExportLinkMail(student, { url: appUrl + pagePaths.exportData(token) }),
      },
    ],
    'deletion-planned': [
      {
        name: 'usual',
        mail: buildDeletionPlannedMail(student, { deleteAt: now + 14 * dayMs, appUrl }),
      },
    ],
    'account-kept': [{ name: 'usual', mail: buildAccountKeptMail(student, { appUrl }) }],
    'moderation-waiting': [
      { name: 'usual', mail: buildWaitingMail(waiting, { moderators: 2, now }) },
      { name: 'nobody', mail: buildWaitingMail(waiting, { moderators: 0, now }) },
    ],
    'settings-changed': [
      { name: 'an admin', mail: buildSettingsMail(student, settingsChange) },
      {
        name: 'the contact',
        mail: buildSettingsMail({ email: campus.contactEmail }, settingsChange),
      },
    ],
    'report-upheld': report('upheld'),
    'report-upheld_later': report('upheld_later'),
    'report-rejected': report('rejected'),
    'report-closed': report('closed'),
    'report-left': report('left'),
    'report-still_there': report('still_there'),
    'report-sold': report('sold'),
    'report-expired': report('expired'),
  } satisfies Partial<Record<TemplateName, MailVariants>>
}
