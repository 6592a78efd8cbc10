import { campus } from '#campus/campus.ts'
import { roleWarningDays, type UserRole } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { lastCampusDay } from '#format/campus-date.ts'
import { formatDate, pluralize } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { enqueueMail } from '../../mail/mail-jobs.ts'
import type { Mail } from '../../mail/mail-transport.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { greet, type MailedUser } from '../../students/account-mails.ts'
import type { Account } from '../../students/user-queries.ts'

type Member = MailedUser & Pick<Account, 'role' | 'roleEndsAt'>

/** A role that ends soon. One of the last admins stays: at least one has to. */
export interface EndingRole<Staff = Member> {
  member: Staff
  outlook: 'ends' | 'stays' | 'one of several stays'
}

/** Emails each person whose role ends, and every admin about all of them. */
export async function mailRoleEnds(
  tx: Db,
  { ending, admins }: { ending: EndingRole<Account>[]; admins: Account[] },
  { appUrl, now }: { appUrl: string; now: number },
): Promise<void> {
  const expiresAt = now + roleWarningDays * dayMs
  for (const role of ending) {
    const mail = buildRoleEndingMail(role, { appUrl })
    await enqueueMail(tx, mail, { studentId: role.member.id, expiresAt }, now)
  }
  for (const admin of admins) {
    const others = ending.filter(({ member }) => member.id !== admin.id)
    if (others.length === 0) continue
    const mail = buildRolesEndingMail(admin, others, { appUrl })
    await enqueueMail(tx, mail, { studentId: admin.id, expiresAt }, now)
  }
}

const lastDay = ({ roleEndsAt }: Member) =>
  roleEndsAt === null ? '' : formatDate(lastCampusDay(roleEndsAt))

const roleName = ({ role }: Member) => (role === 'admin' ? 'admin' : 'moderator')

/** The subject is logged, so it has no name. */
export function buildRoleEndingMail(
  { member, outlook }: EndingRole,
  { appUrl }: { appUrl: string },
): Mail {
  const day = lastDay(member)
  const { subject, preheader, paragraphs } = endingTexts[outlook](roleName(member), day)
  const isAdmin = member.role === 'admin'
  return renderMail('role-ending', member, subject, {
    preheader,
    heading: subject,
    greeting: greet(member),
    paragraphs: [
      ...paragraphs,
      ...(isAdmin && outlook !== 'stays'
        ? ['If you are handing over, the hand-over page has what your successor needs.']
        : []),
    ],
    ...(isAdmin && {
      button: { label: 'Open the hand-over page', url: appUrl + pagePaths.handover },
    }),
  })
}

interface EndingText {
  subject: string
  preheader: string
  paragraphs: string[]
}

const endingTexts: Record<EndingRole['outlook'], (role: string, day: string) => EndingText> = {
  ends: (role, day) => ({
    subject: `Your role on ${campus.brand} ends soon`,
    preheader: `Your last day as ${role} is ${day}.`,
    paragraphs: [
      `Your last day as ${role} of ${campus.brand} is ${day}. After that you're a student again, and the moderation pages close. Your decisions stay as they are.`,
      'Do you want to go on? Ask an admin to choose a later day.',
    ],
  }),
  stays: (role, day) => ({
    subject: `You'll be the only admin of ${campus.brand}`,
    preheader: `Your role stays after ${day}, because nobody else could do your work.`,
    paragraphs: [
      `Your role as ${role} was to end after ${day}. You'd be the last admin then, so your role stays until there is another one.`,
      'Please find a successor and make them an admin. The hand-over page has what they need.',
    ],
  }),
  'one of several stays': (_role, day) => ({
    subject: `Choose who stays admin of ${campus.brand}`,
    preheader: `The roles of all admins end after ${day}.`,
    paragraphs: [
      `Your role and those of the other admins of ${campus.brand} end after ${day}. One of you has to stay, because only admins can do some of the work.`,
      "Decide together who stays, and choose a later day for them on the roles page. If you don't, the admin who was active most recently stays.",
    ],
  }),
}

/** Tells an admin that other roles end. It names nobody: deleting an account deletes the emails to it, not those about it. */
export function buildRolesEndingMail(
  admin: MailedUser,
  ending: EndingRole[],
  { appUrl }: { appUrl: string },
): Mail {
  const count = ending.filter(({ outlook }) => outlook !== 'stays').length
  const subject =
    count === 0
      ? `Only one admin of ${campus.brand} will be left`
      : `${pluralize(count, 'role')} on ${campus.brand} ${count === 1 ? 'ends' : 'end'} soon`
  const days = [...new Set(ending.map(({ member }) => lastDay(member)))]
  return renderMail('roles-ending', admin, subject, {
    preheader: 'Choose a later day for those who go on.',
    heading: subject,
    greeting: greet(admin),
    paragraphs: [
      `${days.length === 1 ? 'The last day is' : 'The last days are'} ${days.join(' and ')}. After that, those people are students again. The roles page says who they are.`,
      ...(count < ending.length
        ? ['The role of the last admin stays until there is another one.']
        : []),
      'For those who go on, choose a later day.',
    ],
    button: { label: 'Open the roles page', url: appUrl + pagePaths.roles },
  })
}

interface RoleText {
  subject: string
  paragraphs: [string, ...string[]]
  button?: { label: string; url: string }
}

const roleNames = { student: undefined, moderator: 'a moderator', admin: 'an admin' }

/** The text of the email about a role that was given or taken away. */
export function describeRole(role: UserRole, endsAt: number | null): RoleText {
  const name = roleNames[role]
  const until = endsAt === null ? '' : `, until ${formatDate(lastCampusDay(endsAt))}`
  return {
    subject: `Your role on ${campus.brand} has changed`,
    paragraphs: [
      name
        ? `You're now ${name} of ${campus.brand}${until}.`
        : `You're no longer a moderator of ${campus.brand}.`,
      ...(name
        ? ['The moderation pages ask for a second factor: a passkey, or a code from an app.']
        : []),
      `Does this surprise you? Tell us at ${campus.contactEmail}.`,
    ],
    ...(name && { button: { label: 'Open the moderation pages', url: pagePaths.moderation() } }),
  }
}

/** The text of the email about a role whose last day has passed. */
export const describeEndedRole = (role: UserRole = 'moderator'): RoleText => ({
  subject: `Your role on ${campus.brand} has ended`,
  paragraphs: [
    `Your role as ${roleNames[role]} of ${campus.brand} has ended. The moderation pages are closed to you now, and your account stays as it is. Thank you for your work.`,
    'To keep the role, ask an admin to give it to you again.',
  ],
})
