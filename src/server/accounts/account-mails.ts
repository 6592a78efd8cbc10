import { brand, contactEmail } from '#campus.ts'
import type { SessionUser } from '#contract/accounts.ts'
import { renderMail } from '../mail/mail-template.ts'
import type { Mail } from '../mail/mail-transport.ts'

export function buildResetMail(
  user: SessionUser,
  { link, requestedAt }: { link: string; requestedAt: number },
): Mail {
  return renderMail('password-reset', user, `Reset your ${brand} password`, {
    preheader: 'The link works once, for 5 minutes.',
    heading: 'Choose a new password',
    greeting: `Hi ${user.firstName},`,
    paragraphs: [
      `Someone asked to reset the password of your ${brand} account on ${formatCampusTime(requestedAt)}.`,
      'If it was you, use this link. It works once and is valid for 5 minutes.',
    ],
    button: { label: 'Set a new password', url: link },
    note: 'Was it not you? Then do nothing: your password stays as it is, and nobody can use the link without reading your mail.',
  })
}

export function buildPasswordChangedMail(
  user: SessionUser,
  { changedAt }: { changedAt: number },
): Mail {
  return renderMail('password-changed', user, `Your ${brand} password was changed`, {
    preheader: 'You were signed out everywhere.',
    heading: 'Your password was changed',
    greeting: `Hi ${user.firstName},`,
    paragraphs: [
      `The password of your ${brand} account was changed on ${formatCampusTime(changedAt)}.`,
      'For safety we signed you out on every device. Sign in again with the new password.',
    ],
    note: `Was it not you? Someone may be reading your mail. Change your university password first, then reset your ${brand} password, and tell us at ${contactEmail}.`,
  })
}

const campusTimeFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Toronto',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** ICU puts narrow no-break spaces into times; plain spaces keep the mail's text ASCII. */
const formatCampusTime = (at: number) => campusTimeFormat.format(at).replaceAll(/\s/g, ' ')
