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
import { fullName } from '../../students/person.ts'
import type { Account } from '../../students/user-queries.ts'

type Member = MailedUser & Pick<Account, 'role' | 'roleEndsAt'>

/** A role that ends soon. The role of the last admin would end, but stays. */
export interface EndingRole<Staff = Member> {
  member: Staff
  isKept: boolean
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
  { member, isKept }: EndingRole,
  { appUrl }: { appUrl: string },
): Mail {
  const day = lastDay(member)
  const subject = isKept
    ? `You'll be the only admin of ${campus.brand}`
    : `Your role on ${campus.brand} ends soon`
  const handOver = isKept || member.role === 'admin'
  return renderMail('role-ending', member, subject, {
    preheader: isKept
      ? `Your role stays after ${day}, because nobody else could do your work.`
      : `Your last day as ${roleName(member)} is ${day}.`,
    heading: subject,
    greeting: greet(member),
    paragraphs: isKept
      ? [
          `Your role as ${roleName(member)} was to end after ${day}. You'd be the last admin then, so your role stays until there is another one.`,
          'Please find a successor and make them an admin. The hand-over page has what they need.',
        ]
      : [
          `Your last day as ${roleName(member)} of ${campus.brand} is ${day}. After that you're a student again, and the moderation pages close. What you decided stays as it is.`,
          'Do you want to go on? Ask an admin to choose a later day.',
          ...(handOver
            ? ['Do you hand over? The hand-over page has what your successor needs.']
            : []),
        ],
    ...(handOver && {
      button: { label: 'Open the hand-over page', url: appUrl + pagePaths.handover },
    }),
  })
}

/** Tells an admin which other roles end. Only admins get it, because they see names and roles anyway. */
export function buildRolesEndingMail(
  admin: MailedUser,
  ending: EndingRole[],
  { appUrl }: { appUrl: string },
): Mail {
  const count = ending.filter(({ isKept }) => !isKept).length
  const subject =
    count === 0
      ? `Only one admin of ${campus.brand} will be left`
      : `${pluralize(count, 'role')} on ${campus.brand} ${count === 1 ? 'ends' : 'end'} soon`
  return renderMail('roles-ending', admin, subject, {
    preheader: 'Choose a later day for those who go on.',
    heading: subject,
    greeting: greet(admin),
    paragraphs: [
      'The people below become students again after their last day. For those who go on, choose a later day on the roles page.',
    ],
    sections: [
      {
        heading: 'Roles that end',
        items: ending.map(({ member, isKept }) => ({
          title: fullName(member),
          text: isKept
            ? `Admin. The role stays after ${lastDay(member)}, because no other admin would be left.`
            : `${member.role === 'admin' ? 'Admin' : 'Moderator'} until ${lastDay(member)}`,
        })),
      },
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
    'Should it go on? Ask an admin to give you the role again.',
  ],
})
