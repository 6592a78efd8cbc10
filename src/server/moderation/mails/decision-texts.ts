import { campus } from '#campus/campus.ts'
import type { DecisionReason } from '#contract/decision-reasons.ts'
import {
  banUndoDays,
  type Decision,
  type LogAction,
  maxHiddenDays,
  type SignalAction,
  staysHidden,
  type UntoldAction,
  type UserRole,
} from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatDate } from '#format/format.ts'
import { dayMs } from '../../durations.ts'
import type { ListingKey } from '../../listings/listing-queries.ts'
import type { AppealedDecision } from '../appeals/appeal-queries.ts'
import { describeEndedRole, describeRole } from './role-mails.ts'

/** A log entry that the student gets an email about: any entry except their own appeal, changed settings and what moderators read. */
export interface ToldDecision {
  logId: number
  action: Exclude<LogAction, UntoldAction>
  /** The action that an undo takes back. */
  undoes?: Decision | SignalAction
  studentId: number
  listing?: ListingKey
  reason?: DecisionReason
  /** The moderator's text. */
  note?: string
  days?: number
  role?: UserRole
  /** The end of a new role. */
  endsAt?: number | null
  /** The sentence of the signal that the decision is about. */
  sentence?: string | undefined
  /** The token of the link to the appeal. */
  appealToken?: string
}

/** The facts that the email needs in addition to the log entry. */
export interface DecisionContext {
  now: number
  /** If the entry decides an appeal, the decision that the appeal was against. */
  appealed?: AppealedDecision | undefined
  /** The end of a suspension that is still in force after an undo. */
  suspendedUntil?: number | null
}

export interface DecisionText {
  /** The subject is logged, so it has no name and no title. */
  subject: string
  /** The paragraphs say what happened, what it means and what to do. */
  paragraphs: [string, ...string[]]
  reasonLabel?: string
  /** The text below the title of the listing, if the decision is about one. */
  status?: string
  leadsTo?: 'edit' | 'page'
  /** A button whose URL is a path. The button for an appeal replaces it. */
  button?: { label: string; url: string }
}

export function describeDecision(decision: ToldDecision, context: DecisionContext): DecisionText {
  const { action, undoes } = decision
  if (action !== 'undo') return texts[action](decision, context)
  if (!undoes) throw new Error('An undo says what it undoes.')
  const text = undoTexts[undoes](decision, context)
  if (!context.appealed) return text
  return {
    ...text,
    paragraphs: ['We looked at your appeal, and you were right.', ...text.paragraphs],
  }
}

/** Whether the decision was an admin's: only admins close accounts, and only they decide about that again. */
export const isOfAdmin = ({ action, undoes }: ToldDecision, appealed?: AppealedDecision) =>
  [action, undoes, appealed?.action].includes('ban')

const dashboard = { label: 'Open your dashboard', url: pagePaths.dashboard }

const texts: Record<
  Exclude<ToldDecision['action'], 'undo'>,
  (decision: ToldDecision, context: DecisionContext) => DecisionText
> = {
  hide: ({ reason }) => ({
    subject: `Your ${campus.brand} listing is hidden for now`,
    paragraphs: [
      `Several students reported your listing. Only you and the moderators see it ${staysHidden(reason) ? 'until a moderator has looked at it' : `for now, usually for ${maxHiddenDays} days at most`}.`,
      "If something in it is wrong, fix it now. Otherwise you don't have to do anything. We'll email you the outcome.",
    ],
    reasonLabel: 'Reported as',
    status: 'Hidden',
    leadsTo: 'edit',
    button: dashboard,
  }),
  show: () => ({
    subject: `Your ${campus.brand} listing is shown again`,
    paragraphs: ["Your listing was hidden after reports. It's shown again, just as before."],
    status: 'Shown again',
    leadsTo: 'page',
    button: dashboard,
  }),
  keep: ({ listing }) =>
    listing
      ? {
          subject: `Your ${campus.brand} listing stays`,
          paragraphs: [
            "Your listing was reported. A moderator looked at it, and it stays as it is. You don't have to do anything.",
          ],
          status: 'It stays',
          leadsTo: 'page',
          button: dashboard,
        }
      : {
          subject: `A report about you on ${campus.brand}: nothing changes`,
          paragraphs: [
            "Someone reported your account. A moderator looked at it, and nothing changes. You don't have to do anything.",
          ],
        },
  ask_to_edit: () => ({
    subject: `Please edit your ${campus.brand} listing`,
    paragraphs: [
      "A moderator asked you to change your listing. If it's hidden, it goes back up as soon as you save the change.",
    ],
    status: 'Please edit it',
    leadsTo: 'edit',
  }),
  remove: () => ({
    subject: `Your ${campus.brand} listing was removed`,
    paragraphs: [
      "A moderator removed your listing. Others can't see it any more. Please don't post it again as it was.",
    ],
    status: 'Removed',
  }),
  warn: () => ({
    subject: `A warning from the moderators of ${campus.brand}`,
    paragraphs: [
      `You've received a warning. You can keep using ${campus.brand}, but if it happens again, you may be suspended.`,
    ],
  }),
  suspend: ({ days = 0 }, { now }) => ({
    subject: `You're suspended on ${campus.brand}`,
    paragraphs: [
      `A moderator suspended you until ${formatDate(now + days * dayMs)}. You can't post, report or start conversations, but you can reply in the ones you have.`,
      'You can still log in and read, and your listings stay up. After that everything works as before.',
    ],
  }),
  ban: () => ({
    subject: `Your ${campus.brand} account was closed`,
    paragraphs: [
      "An admin closed your account. You're logged out, and your listings aren't shown any more.",
      `After ${banUndoDays} days the account and everything in it is deleted, unless the decision is undone.`,
    ],
  }),
  hide_signal: ({ sentence }) => ({
    subject: `We removed the note on your ${campus.brand} listing`,
    paragraphs: [
      "You told us that a note on your listing is wrong. A moderator looked at it and removed it. It isn't shown any more.",
      ...quoteNote(sentence),
    ],
    status: 'The note is removed',
    leadsTo: 'page',
    button: dashboard,
  }),
  keep_signal: ({ sentence }) => ({
    subject: `The note on your ${campus.brand} listing stays`,
    paragraphs: [
      'You told us that a note on your listing is wrong. A moderator looked at it and kept it.',
      ...quoteNote(sentence),
      'If you change that part, the note disappears. Your listing stays up as it is.',
    ],
    status: 'The note stays',
    leadsTo: 'edit',
    button: dashboard,
  }),
  role: ({ role = 'student', endsAt = null }) => describeRole(role, endsAt),
  end_role: ({ role }) => describeEndedRole(role),
  reset_second_factor: () => ({
    subject: `Your second factor on ${campus.brand} was reset`,
    paragraphs: [
      `An operator of ${campus.brand} removed your second factor, your recovery codes and your passkeys, and logged you out on every device.`,
      'Log in with your password or your university account. Then open the moderation pages and set up a new second factor.',
      `You didn't ask for this? Tell us now at ${campus.contactEmail}.`,
    ],
    button: { label: 'Open the moderation pages', url: pagePaths.moderation() },
  }),
  reject_appeal: (_, { appealed }) => ({
    subject: `Your appeal on ${campus.brand}: the decision stays`,
    paragraphs: [
      `We looked at your appeal against ${describeAppealed(appealed)}. The decision stays as it is.`,
    ],
  }),
}

/** Quotes the sentence of a signal, if it is still known. Students know signals as notes. */
const quoteNote = (sentence: string | undefined) => (sentence ? [`The note: “${sentence}”`] : [])

/** Returns a phrase such as "the removal of your listing on Nov 3, 2026". */
function describeAppealed(appealed: AppealedDecision | undefined): string {
  const names: Partial<Record<LogAction, string>> = {
    ask_to_edit: 'the request to edit your listing',
    remove: 'the removal of your listing',
    warn: 'the warning',
    suspend: 'your suspension',
    ban: 'the closing of your account',
  }
  const name = appealed && names[appealed.action]
  return name ? `${name} on ${formatDate(appealed.decidedAt)}` : 'a decision'
}

const undoTexts: Record<
  Decision | SignalAction,
  (decision: ToldDecision, context: DecisionContext) => DecisionText
> = {
  keep: ({ listing }) => ({
    subject: `We're looking at a report on ${campus.brand} again`,
    paragraphs: [
      `A moderator reopened the reports about your ${listing ? 'listing' : 'account'}. We'll email you the outcome.`,
    ],
    status: 'Reported',
    leadsTo: 'edit',
  }),
  ask_to_edit: () => ({
    subject: `You don't have to edit your ${campus.brand} listing`,
    paragraphs: [
      "A moderator took back the request to change your listing. You don't have to do anything.",
    ],
    status: 'No change needed',
    button: dashboard,
  }),
  remove: () => ({
    subject: `Your ${campus.brand} listing is back`,
    paragraphs: [
      "A moderator undid the removal of your listing. It's just as before. If it has ended since, you can renew it on your dashboard.",
    ],
    status: 'No longer removed',
    button: dashboard,
  }),
  warn: () => ({
    subject: `A warning on ${campus.brand} was undone`,
    paragraphs: ['A moderator undid the warning we sent you.'],
  }),
  suspend: (_, context) => ({
    subject: `Your suspension on ${campus.brand} was undone`,
    paragraphs: [
      'A moderator undid your suspension.',
      ...stillSuspended(context, 'You can post, start conversations and report again.'),
    ],
    button: dashboard,
  }),
  ban: (_, context) => ({
    subject: `Your ${campus.brand} account is open again`,
    paragraphs: [
      'An admin undid the decision to close your account. You can log in again, and the listings that went with it are back.',
      ...stillSuspended(context),
    ],
    button: { label: 'Log in', url: pagePaths.login() },
  }),
  hide_signal: ({ sentence }) => ({
    subject: `The note on your ${campus.brand} listing is shown again`,
    paragraphs: [
      "A moderator brought back a note on your listing. A moderator will look again at what you told us, and we'll email you the outcome.",
      ...quoteNote(sentence),
    ],
    status: 'The note is shown again',
    leadsTo: 'page',
    button: dashboard,
  }),
  keep_signal: ({ sentence }) => ({
    subject: `We're looking at the note on your ${campus.brand} listing again`,
    paragraphs: [
      "A moderator will look again at what you told us about a note on your listing. We'll email you the outcome.",
      ...quoteNote(sentence),
    ],
    status: "We're looking at it again",
    leadsTo: 'page',
    button: dashboard,
  }),
}

const stillSuspended = ({ suspendedUntil, now }: DecisionContext, ...otherwise: string[]) =>
  suspendedUntil && suspendedUntil > now
    ? [
        `Another suspension still runs until ${formatDate(suspendedUntil)}. You can't post, start conversations or report.`,
      ]
    : otherwise
