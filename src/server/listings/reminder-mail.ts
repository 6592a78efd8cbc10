import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { User } from '#contract/accounts.ts'
import { campusIsoDate, lastCampusDay } from '#contract/campus-date.ts'
import { formatShortDate } from '#contract/format.ts'
import { soldLabel } from '#contract/listing-status.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { type MailItem, renderMail } from '../mail/mail-template.ts'
import type { Mail } from '../mail/mail-transport.ts'
import { toMailItem } from './listing-mail-item.ts'
import type { Reminder } from './reminder-queries.ts'

export interface ReminderItem {
  category: AnyCategory
  listing: Listing
  /** When its status last changed. */
  since: number
  /** Of the link that renews it; left out where a renewal would not move its end. */
  token?: string
}

export interface ReminderSection {
  reminder: Reminder
  items: ReminderItem[]
  /** How many are left out. */
  more: number
}

interface ReminderContext {
  appUrl: string
  now: number
}

const texts = {
  ended: {
    subject: `Your ${brand} listing has ended`,
    subjectOfSeveral: `Some of your ${brand} listings have ended`,
    one: 'has ended',
    several: 'have ended',
    heading: 'Ended',
  },
  ending: {
    subject: `Your ${brand} listing ends soon`,
    subjectOfSeveral: `Some of your ${brand} listings end soon`,
    one: 'ends soon',
    several: 'end soon',
    heading: 'Ending soon',
  },
  pending: {
    subject: `Is your ${brand} listing still pending?`,
    subjectOfSeveral: `Are your ${brand} listings still pending?`,
    one: 'is pending',
    several: 'are pending',
    heading: 'Still pending?',
  },
} satisfies Record<Reminder, object>

/** The subject is logged, so it holds no title. */
export function buildReminderMail(
  seller: User,
  sections: ReminderSection[],
  context: ReminderContext,
): Mail {
  const subject = buildSubject(sections)
  const hasLinks = sections.some(({ items }) => items.some(({ token }) => token))
  const has = (reminder: Reminder) => sections.some((section) => section.reminder === reminder)
  return renderMail('listing-reminders', seller, subject, {
    preheader: hasLinks ? 'Renew what you still have.' : 'Nothing is urgent.',
    heading: subject,
    greeting: `Hi ${seller.firstName},`,
    paragraphs: [
      ...(hasLinks ? ['Still have it? Press Renew. You need not log in.'] : []),
      ...(has('ended') ? ['What has ended is no longer shown. If it is gone, you are done.'] : []),
      ...(has('ending') || has('pending')
        ? ['Gone already? Mark it on your dashboard, so that nobody writes to you in vain.']
        : []),
    ],
    sections: sections.map(({ reminder, items, more }) => ({
      heading: texts[reminder].heading,
      items: items.map((item) => presentItem(reminder, item, context)),
      ...(more > 0 && { more: `and ${more} more on your dashboard` }),
    })),
    button: {
      label: 'Open your dashboard',
      url: context.appUrl + pagePaths.dashboard,
      ...(hasLinks && { isSecondary: true }),
    },
    note: `You get this mail because you have listings on ${brand}, at most once a day.`,
  })
}

function buildSubject(sections: ReminderSection[]): string {
  const [first, second] = sections
  if (!first || second) return `Your ${brand} listings: ${sections.map(summarize).join(', ')}`
  const { subject, subjectOfSeveral } = texts[first.reminder]
  return countOf(first) > 1 ? subjectOfSeveral : subject
}

function summarize(section: ReminderSection): string {
  const count = countOf(section)
  const { one, several } = texts[section.reminder]
  return `${count} ${count === 1 ? one : several}`
}

const countOf = ({ items, more }: ReminderSection) => items.length + more

function presentItem(
  reminder: Reminder,
  item: ReminderItem,
  { appUrl, now }: ReminderContext,
): MailItem {
  const { category, listing, token } = item
  return toMailItem(category, listing, {
    text: describe(reminder, item, campusIsoDate(now)),
    ...(token && { link: { label: 'Renew', url: appUrl + pagePaths.renew(token) } }),
    appUrl,
  })
}

function describe(
  reminder: Reminder,
  { category, listing, since, token }: ReminderItem,
  today: string,
) {
  const end = formatShortDate(lastCampusDay(Date.parse(listing.ends_at)), today)
  switch (reminder) {
    case 'ended':
      return token ? `Ended ${end}.` : `Ended ${end}, its last day.`
    case 'ending':
      return token ? `Ends ${end}.` : `Ends ${end}, its last day.`
    case 'pending':
      return `Pending since ${formatShortDate(since, today)}. Mark it ${soldLabel(category, listing).toLowerCase()} or available.`
  }
}
