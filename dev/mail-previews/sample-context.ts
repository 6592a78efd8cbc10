import { campus } from '#campus/campus.ts'
import type { Mail } from '#server/mail/mail-transport.ts'
import type { MailLinks } from '#server/mail/unsubscribe-links.ts'
import type { MailedUser, SubscribedUser } from '#server/students/account-mails.ts'
import { type SampleListings, sampleListings } from './sample-listings.ts'

/** The samples of one template, at least one. Each name says what is special about the sample. */
export type MailVariants = [first: MailVariant, ...others: MailVariant[]]

export interface MailVariant {
  name: string
  mail: Mail
}

export interface SampleContext {
  links: MailLinks
  appUrl: string
  now: number
  student: SubscribedUser
  /** A student who signed up with an address that may belong to somebody else. */
  unproven: MailedUser
  listings: SampleListings
  /** The token in links that are made for one purpose. */
  token: string
}

export function createSampleContext(links: MailLinks, now: number): SampleContext {
  const student = {
    id: 1,
    firstName: 'Ada',
    lastName: 'Osei',
    email: `ada.osei@${campus.universities[0]?.emailDomains[0]}`,
    mustConfirm: false,
    confirmedAt: now,
    createdAt: now,
  }
  return {
    links,
    appUrl: links.appUrl,
    now,
    student,
    unproven: { ...student, mustConfirm: true, confirmedAt: null },
    listings: sampleListings(now),
    token: 'x'.repeat(43),
  }
}
