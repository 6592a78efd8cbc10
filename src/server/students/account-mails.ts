import { campus, perCampus } from '#campus/campus.ts'
import { confirmationCode, confirmWithinDays } from '#contract/account-rules.ts'
import type { User } from '#contract/accounts.ts'
import type { SecurityEventKind } from '#contract/own-account.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatClock, formatDate } from '#format/format.ts'
import type { Db } from '../database/database.ts'
import { dayMs, toIso } from '../durations.ts'
import { enqueueMail } from '../mail/mail-jobs.ts'
import type { Mail } from '../mail/mail-transport.ts'
import { renderMail, type TemplateName } from '../mail/render-mail.ts'
import { hasToConfirm } from './confirmation/confirmation.ts'
import { hasPassword } from './passwords/password-login.ts'
import type { StudentDeps } from './student-deps.ts'
import type { Account } from './user-queries.ts'

export type MailedUser = User & Pick<Account, 'mustConfirm' | 'confirmedAt'>

/** A student who can turn off such emails by a link. */
export type SubscribedUser = MailedUser & Pick<Account, 'createdAt'>

/** An email to an unproven address has no name and no other words that a stranger may have written. */
export const greet = (user: MailedUser) => (hasToConfirm(user) ? 'Hi,' : `Hi ${user.firstName},`)

const codeValidity = `It works for ${confirmationCode.validMinutes} minutes.`

/** What a code proves: the mailbox, the right to connect a university account, or who is logged in. */
export type CodePurpose = 'email' | 'join' | 'identity'

/**
 * Returns the email and the subject for the log. The real subject has the code, so that a notification shows it, and must
 * not be logged.
 */
export function buildCodeMail(
  user: MailedUser,
  { code, appUrl, purpose = 'email' }: { code: string; appUrl: string; purpose?: CodePurpose },
): { mail: Mail; loggedSubject: string } {
  const { template, subject, heading, use, effect, note } = codeTexts[purpose]
  const mail = renderMail(template, user, `${code} is ${subject('your')}`, {
    preheader: `${codeValidity} Don't give it to anyone.`,
    heading,
    greeting: greet(user),
    paragraphs: [
      `Enter this code on ${campus.brand}${use}. ${codeValidity} Don't give it to anyone.`,
      ...(effect ? [effect] : []),
    ],
    code,
    note: note(user, appUrl),
  })
  return { mail, loggedSubject: subject('Your') }
}

/** Works with and without a password. */
const logOutAdvice = (appUrl: string) =>
  `Log that device out on your account page: ${appUrl}${pagePaths.account}#devices`

interface CodeTexts {
  template: TemplateName
  /** What the code is, after "048213 is": "your Quad code". */
  subject: (your: string) => string
  heading: string
  /** What the code is for, after "Enter this code on Quad". */
  use: string
  /** What else the code does. */
  effect?: string
  note: (user: MailedUser, appUrl: string) => string
}

const codeTexts: Record<CodePurpose, CodeTexts> = {
  email: {
    template: 'confirmation-code',
    subject: (your) => `${your} ${campus.brand} code`,
    heading: 'Confirm your email',
    use: '',
    note: (user, appUrl) =>
      hasToConfirm(user)
        ? `Not you? Someone signed up with your email. Without the code they can't post anything in your name, and we delete the account after ${confirmWithinDays} days. To make it yours, reset its password: ${appUrl}${pagePaths.forgotPassword}`
        : `Not you? Someone is logged in to your account. ${logOutAdvice(appUrl)}`,
  },
  join: {
    template: 'join-code',
    subject: (your) => `${your} ${campus.brand} code to connect your university account`,
    heading: 'Connect your university account',
    use: ' to log in with your university account from now on',
    effect:
      'The code also removes the password and the passkeys of your account, and logs out every device. Someone else may have had this email before you.',
    note: () =>
      `Not you? Someone has logged in at your university with your email. Change your university password now, and tell us at ${campus.contactEmail}.`,
  },
  identity: {
    template: 'identity-code',
    subject: (your) => `${your} ${campus.brand} code to confirm that it's you`,
    heading: "Confirm that it's you",
    use: " to confirm that it's you",
    note: (_user, appUrl) =>
      `Not you? Someone is logged in to your account. ${logOutAdvice(appUrl)}`,
  },
}

/** Tells a student that a university account was connected to the account. */
export function buildUniversityJoinedMail(
  user: MailedUser,
  {
    label,
    joinedAt,
    cleared,
  }: {
    /** The name of the university account: "WatIAM". */
    label: string
    joinedAt: number
    /** What was removed from the account, in case somebody else had the address before. */
    cleared: 'nothing' | 'ways in' | 'everything'
  },
): Mail {
  const removed = {
    nothing: [],
    'ways in': [
      'You confirmed it with a code from your email. Someone else may have had this email before you, so we removed the password of the account, its passkeys no longer log in, and we logged out every device.',
    ],
    everything: [
      "This account's email wasn't confirmed before. Someone else may have made the account, so we removed its password, its passkeys, its name and everything saved in it.",
    ],
  }
  return renderMail(
    'university-joined',
    user,
    `You can log in to ${campus.brand} with ${label} now`,
    {
      preheader: `${label} was connected to your account.`,
      heading: `${label} was connected to your account`,
      greeting: greet(user),
      paragraphs: [
        `On ${formatCampusTime(joinedAt)}, ${label} was connected to your ${campus.brand} account. You can log in with it from now on.`,
        ...removed[cleared],
      ],
      note: `Not you? Someone has your university password. Change it first, then tell us at ${campus.contactEmail}.`,
    },
  )
}

export function buildResetMail(
  user: MailedUser,
  { link, requestedAt }: { link: string; requestedAt: number },
): Mail {
  return renderMail('password-reset', user, `Reset your ${campus.brand} password`, {
    preheader: 'The link works once, for 5 minutes.',
    heading: 'Choose a new password',
    greeting: greet(user),
    paragraphs: [
      `Someone asked to reset the password of your ${campus.brand} account on ${formatCampusTime(requestedAt)}.`,
      'If it was you, use this link. It works once and is valid for 5 minutes.',
    ],
    button: { label: 'Set a new password', url: link },
    note: 'Not you? Ignore this email. Your password stays the same, and nobody can use the link without reading your email.',
  })
}

/** Tells a student who has proved an address that somebody else may have signed up with it. */
export const takenBackNotice =
  "This account's email wasn't confirmed before. Someone else may have made the account, so we removed its name and everything saved in it. Set your own name on your account page."

/** Tells a student that the university account that was connected no longer opens the account. */
export const disconnectedNotice =
  'Your university account is no longer connected. To connect it again, log in with it and type in your new password.'

/** A reset logs out all devices. A change on the account page logs out all devices except this one. */
export function buildPasswordChangedMail(
  user: MailedUser,
  {
    changedAt,
    loggedOut,
    isTakenBack = false,
    isFirst = false,
    isDisconnected = false,
  }: {
    changedAt: number
    loggedOut: 'all' | 'others'
    isTakenBack?: boolean
    /** Whether the account had no password before. */
    isFirst?: boolean
    /** Whether a university account was connected, and is no longer. */
    isDisconnected?: boolean
  },
): Mail {
  const isLoggedOutHere = loggedOut === 'all'
  const what = isFirst ? 'set' : 'changed'
  return renderMail('password-changed', user, `Your ${campus.brand} password was ${what}`, {
    preheader: isLoggedOutHere
      ? 'You were logged out everywhere.'
      : 'Your other devices were logged out.',
    heading: `Your password was ${what}`,
    greeting: greet(user),
    paragraphs: [
      `The password of your ${campus.brand} account was ${what} on ${formatCampusTime(changedAt)}.`,
      isLoggedOutHere
        ? 'For safety we logged you out on every device. Log in again with the new password.'
        : 'For safety we logged you out on all other devices. Log in there with the new password.',
      ...(isTakenBack ? [takenBackNotice] : []),
      ...(isDisconnected ? [disconnectedNotice] : []),
    ],
    note: isLoggedOutHere
      ? `Not you? Someone may be reading your email. Change your university password first, then reset your ${campus.brand} password, and tell us at ${campus.contactEmail}.`
      : `Not you? Someone ${isFirst ? 'is logged in to your account' : 'knows your old password'}. Reset your ${campus.brand} password now, and tell us at ${campus.contactEmail}.`,
  })
}

export type LoginChange = Extract<
  SecurityEventKind,
  | 'passkey added'
  | 'passkey removed'
  | 'second factor added'
  | 'second factor removed'
  | 'recovery codes made'
  | 'recovery code used'
>

/** What happened, as the subject of an email, and what it means. */
const loginChanges: Record<LoginChange, { what: (account: string) => string; meaning: string }> = {
  'passkey added': {
    what: (account) => `A passkey was added to your ${account}`,
    meaning: 'It can log in to your account.',
  },
  'passkey removed': {
    what: (account) => `A passkey was removed from your ${account}`,
    meaning: "It can't log in to your account any more.",
  },
  'second factor added': {
    what: (account) => `An authenticator app was set up for your ${account}`,
    meaning: 'Its codes are your second factor on the moderation pages.',
  },
  'second factor removed': {
    what: (account) => `The authenticator app of your ${account} was removed`,
    meaning: 'Its codes no longer work.',
  },
  'recovery codes made': {
    what: (account) => `Your ${account} has new recovery codes`,
    meaning: 'The old ones no longer work. All your other devices need your second factor again.',
  },
  'recovery code used': {
    what: (account) => `A recovery code of your ${account} was used`,
    meaning: 'Each recovery code works once. You can make new ones on your account page.',
  },
}

export function buildLoginChangeMail(
  user: MailedUser,
  {
    change,
    changedAt,
    appUrl,
    hasPassword,
  }: { change: LoginChange; changedAt: number; appUrl: string; hasPassword: boolean },
): Mail {
  const { meaning, ...texts } = loginChanges[change]
  const what = texts.what(`${campus.brand} account`)
  const advice = hasPassword
    ? `Reset your ${campus.brand} password now, which logs out every device, and tell us at ${campus.contactEmail}.`
    : `Change your university password, and tell us at ${campus.contactEmail}. ${logOutAdvice(appUrl)}`
  return renderMail('login-change', user, what, {
    preheader: meaning,
    heading: what,
    greeting: greet(user),
    paragraphs: [`${what} on ${formatCampusTime(changedAt)}.`, meaning],
    note: `Not you? Someone is logged in to your account. ${advice}`,
  })
}

/** Call it in the transaction of the change, and wake the job runner after the commit. */
export async function mailLoginChange(
  tx: Db,
  { config, ...deps }: Pick<StudentDeps, 'config' | 'now'>,
  account: Account,
  change: LoginChange,
) {
  const now = deps.now()
  const mail = buildLoginChangeMail(account, {
    change,
    changedAt: now,
    appUrl: config.APP_URL,
    hasPassword: hasPassword(config, account),
  })
  await enqueueMail(tx, mail, { studentId: account.id, expiresAt: now + dayMs }, now)
}

const zoneFormat = perCampus(
  ({ timeZone }) => new Intl.DateTimeFormat('en-CA', { timeZone, timeZoneName: 'short' }),
)

/** Returns "Nov 18, 2026 at 11:45 pm EST". The reader may be in another time zone. */
function formatCampusTime(at: number): string {
  const zone = zoneFormat()
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
  return `${formatDate(at)} at ${formatClock(toIso(at))} ${zone?.value}`
}
