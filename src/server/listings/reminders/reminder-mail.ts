import { campus } from '#campus/campus.ts'
import { oneLine } from '#categories/text-rules.ts'
import type { User } from '#contract/accounts.ts'
import type { Listing } from '#contract/listing.ts'
import { soldLabel } from '#contract/listing-fields.ts'
import { pagePaths } from '#contract/paths.ts'
import { campusIsoDate, lastCampusDay } from '#format/campus-date.ts'
import { clipText, formatShortDate } from '#format/format.ts'
import type { MailItem } from '../../mail/mail-content.ts'
import type { Mail } from '../../mail/mail-transport.ts'
import { renderMail } from '../../mail/render-mail.ts'
import type { MailLinks } from '../../mail/unsubscribe-links.ts'
import type { Account } from '../../students/user-queries.ts'
import { toMailItem } from '../present-listing.ts'
import type { Reminder } from './reminder-queries.ts'

export interface ReminderItem {
  listing: Listing
  /** When the status of the listing last changed. */
  since: number
  /** The token of the link that renews the listing. It is left out if a renewal would not move the end. */
  token?: string
}

export interface ReminderSection {
  reminder: Reminder
  items: ReminderItem[]
  /** How many listings are left out. */
  more: number
}

interface ReminderContext {
  links: MailLinks
  now: number
}

const texts = {
  ended: {
    subject: (title: string) => `“${title}” has ended on ${campus.brand}`,
    untitled: () => `Your ${campus.brand} listing has ended`,
    ofSeveral: () => `Some of your ${campus.brand} listings have ended`,
    one: 'has ended',
    several: 'have ended',
    heading: 'Ended',
  },
  ending: {
    subject: (title: string) => `“${title}” ends soon on ${campus.brand}`,
    untitled: () => `Your ${campus.brand} listing ends soon`,
    ofSeveral: () => `Some of your ${campus.brand} listings end soon`,
    one: 'ends soon',
    several: 'end soon',
    heading: 'Ending soon',
  },
  pending: {
    subject: (title: string) => `Is “${title}” still pending on ${campus.brand}?`,
    untitled: () => `Is your ${campus.brand} listing still pending?`,
    ofSeveral: () => `Are your ${campus.brand} listings still pending?`,
    one: 'is pending',
    several: 'are pending',
    heading: 'Still pending?',
  },
} satisfies Record<Reminder, object>

/** Builds the email. The subject names the listing if there is only one; `untitledSubject` is for logs. */
export function buildReminderMail(
  seller: User & Pick<Account, 'createdAt'>,
  sections: ReminderSection[],
  context: ReminderContext,
): Mail {
  const hasLinks = sections.some(({ items }) => items.some(({ token }) => token))
  const has = (reminder: Reminder) => sections.some((section) => section.reminder === reminder)
  return renderMail('listing-reminders', seller, buildSubject(sections), {
    preheader: hasLinks ? 'Renew what you still have.' : 'No rush.',
    heading: untitledSubject(sections),
    greeting: `Hi ${seller.firstName},`,
    paragraphs: [
      ...(hasLinks ? ["Still have it? Press Renew. You don't have to log in."] : []),
      ...(has('ended')
        ? [
            "Other students can't see a listing that has ended. If you no longer have the item, there's nothing to do.",
          ]
        : []),
      ...(has('ending') || has('pending')
        ? ['Already gone? Mark it on your dashboard, so nobody messages you about it.']
        : []),
    ],
    sections: sections.map(({ reminder, items, more }) => ({
      heading: texts[reminder].heading,
      items: items.map((item) => presentItem(reminder, item, context)),
      ...(more > 0 && { more: `and ${more} more on your dashboard` }),
    })),
    button: {
      label: 'Open your dashboard',
      url: context.links.appUrl + pagePaths.dashboard,
      ...(hasLinks && { isSecondary: true }),
    },
    unsubscribe: {
      reason: `You get this email because you have listings on ${campus.brand}. It comes at most once a day.`,
      url: context.links.unsubscribeUrl({
        kind: 'reminders',
        id: seller.id,
        createdAt: seller.createdAt,
      }),
    },
  })
}

function buildSubject(sections: ReminderSection[]): string {
  const [section] = sections
  const [item] = section?.items ?? []
  if (!section || !item || sections.reduce((sum, each) => sum + countOf(each), 0) > 1)
    return untitledSubject(sections)
  const title = oneLine(item.listing.title)
  return texts[section.reminder].subject(clipText(title))
}

/** The part of a section that a subject needs. */
type CountedSection = Pick<ReminderSection, 'reminder' | 'more'> & { items: readonly unknown[] }

/** Returns the subject without the title of a listing. */
export function untitledSubject(sections: CountedSection[]): string {
  const [first, second] = sections
  if (!first || second)
    return `Your ${campus.brand} listings: ${sections.map(summarize).join(', ')}`
  const { untitled, ofSeveral } = texts[first.reminder]
  return countOf(first) > 1 ? ofSeveral() : untitled()
}

function summarize(section: CountedSection): string {
  const count = countOf(section)
  const { one, several } = texts[section.reminder]
  return `${count} ${count === 1 ? one : several}`
}

const countOf = ({ items, more }: CountedSection) => items.length + more

function presentItem(
  reminder: Reminder,
  item: ReminderItem,
  { links, now }: ReminderContext,
): MailItem {
  const { listing, token } = item
  return toMailItem(listing, {
    text: describe(reminder, item, campusIsoDate(now)),
    ...(token && { link: { label: 'Renew', url: links.appUrl + pagePaths.renew(token) } }),
    appUrl: links.appUrl,
  })
}

function describe(reminder: Reminder, { listing, since, token }: ReminderItem, today: string) {
  const end = formatShortDate(lastCampusDay(Date.parse(listing.endsAt)), today)
  switch (reminder) {
    case 'ended':
      return token ? `Ended ${end}.` : `Ended ${end}, its last day.`
    case 'ending':
      return token ? `Ends ${end}.` : `Ends ${end}, its last day.`
    case 'pending':
      return `Pending since ${formatShortDate(since, today)}. Mark it ${soldLabel(listing).toLowerCase()} or available.`
  }
}
