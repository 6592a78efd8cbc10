import { brand } from '#campus.ts'
import { formatDate } from '#contract/format.ts'
import type { Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import { toMailItem } from '../../listings/listing-mail-item.ts'
import type { Mail } from '../../mail/mail-transport.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { greet, type MailedUser } from '../../students/account-mails.ts'
import { hasToConfirm } from '../../students/confirmation/confirmation.ts'

interface GoneQuestion {
  listing: Listing
  /** Of the link that renews it; undefined where a renewal would not move its end. */
  token: string | undefined
  /** After this it is no longer shown. */
  answerBy: number
  appUrl: string
}

const subject = `Is your ${brand} listing still there?`

export function buildGoneMail(seller: MailedUser, question: GoneQuestion): Mail {
  const { listing, token, answerBy, appUrl } = question
  const dashboard = { label: 'Open your dashboard', url: appUrl + pagePaths.dashboard }
  const item = {
    text: 'Reported as already gone',
    ...(token && { link: { label: "It's still there", url: appUrl + pagePaths.renew(token) } }),
  }
  return renderMail('ask-if-gone', seller, subject, {
    preheader: "Students told us it's gone.",
    heading: subject,
    greeting: greet(seller),
    paragraphs: [
      'Several students told us this listing is already gone.',
      token
        ? "Still there? The button leads to a page that renews it. You don't have to log in."
        : 'Still there? Edit it, or mark it as pending, on your dashboard.',
      `Gone? Mark it on your dashboard. If we don't hear from you by ${formatDate(answerBy)}, we'll stop showing it.`,
    ],
    sections: [
      {
        heading: 'Your listing',
        items: [
          // A stranger may have signed up with the address, and written the title.
          hasToConfirm(seller)
            ? { title: 'Your listing', ...item }
            : toMailItem(listing, { ...item, appUrl }),
        ],
      },
    ],
    button: token ? { ...dashboard, isSecondary: true } : dashboard,
    note: 'Any change answers us: renew it, edit it, or mark it as pending or gone.',
  })
}
