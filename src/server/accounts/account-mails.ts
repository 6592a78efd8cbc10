import { brand, contactEmail } from '#campus.ts'
import type { SessionUser } from '../http.ts'
import { type Letter, letterHtml, letterText } from '../mail/letter.ts'
import type { Mail } from '../mail/mail-queue.ts'

const day = 24 * 60 * 60_000

export function resetMail(
  user: SessionUser,
  { link, requestedAt }: { link: string; requestedAt: number },
): Mail {
  return mail('password-reset', user, `Reset your ${brand} password`, {
    preview: 'The link works once, for 5 minutes.',
    heading: 'Choose a new password',
    greeting: `Hi ${user.firstName},`,
    before: [
      `Someone asked to reset the password of your ${brand} account on ${torontoTime(requestedAt)}.`,
      'If it was you, use this link. It works once and is valid for 5 minutes.',
    ],
    button: { label: 'Set a new password', url: link },
    note: 'Was it not you? Then do nothing: your password stays as it is, and nobody can use the link without reading your mail.',
  })
}

export function passwordChangedMail(
  user: SessionUser,
  { changedAt }: { changedAt: number },
): Mail & { expiresAt: number } {
  return {
    ...mail('password-changed', user, `Your ${brand} password was changed`, {
      preview: 'You were signed out everywhere.',
      heading: 'Your password was changed',
      greeting: `Hi ${user.firstName},`,
      before: [
        `The password of your ${brand} account was changed on ${torontoTime(changedAt)}.`,
        'For safety we signed you out on every device. Sign in again with the new password.',
      ],
      note: `Was it not you? Someone may be reading your mail. Change your university password first, then reset your ${brand} password, and tell us at ${contactEmail}.`,
    }),
    expiresAt: changedAt + day,
  }
}

function mail(kind: string, { email }: SessionUser, subject: string, letter: Letter): Mail {
  return { kind, to: email, subject, text: letterText(letter), html: letterHtml(letter) }
}

const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Toronto',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** Plain spaces only, so that the text of a mail stays plain. */
const torontoTime = (at: number) => format.format(at).replaceAll(/\s/g, ' ')
