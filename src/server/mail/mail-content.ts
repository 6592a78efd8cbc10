import { hasPostalAddress, postalAddress } from '#campus.ts'
import { pagePaths } from '#contract/paths.ts'

/** The content of a mail, rendered both as plain text and as HTML. */
export interface MailContent {
  /** The line that mail clients show beside the subject. */
  preheader: string
  heading: string
  greeting: string
  paragraphs: string[]
  /** What somebody wrote, marked as not ours; it keeps its lines. */
  quote?: { label: string; text: string }
  /** Our remark on the quote, highlighted below it. */
  remark?: string
  /** A code that the student types in. */
  code?: string
  sections?: MailSection[]
  button?: MailButton
  /** A text that is highlighted below the others. */
  note?: string
  /** Why the student gets a mail that a setting can turn off, and the page that ends it. */
  unsubscribe?: MailUnsubscribe
}

export interface MailLink {
  label: string
  url: string
}

export interface MailButton extends MailLink {
  /** Whether it stands beside a more important button. */
  isSecondary?: true
}

export interface MailSection {
  heading: string
  items: MailItem[]
  /** The line below the items where some are left out, with a link if these are on one page. */
  more?: string | MailLink
  /** A link in small print below the section. */
  link?: MailLink
}

/** A listing. */
export interface MailItem {
  title: string
  text: string
  /** Our remark on a text that has words of students. */
  remark?: string
  /** The price, which stands out above the title. */
  price?: string
  /** The page to which title and photo lead. */
  url?: string
  /** A photo with its absolute URL. */
  photo?: { src: string; width: number; height: number }
  link?: MailButton
}

export interface MailUnsubscribe {
  reason: string
  url: string
}

/** The lines below the name of the site. */
export const senderLines = hasPostalAddress ? [postalAddress] : []

/** Links to the page that ends such mails, and to all settings. */
export const footerLinks = ({ url }: MailUnsubscribe): MailLink[] => [
  { label: 'Unsubscribe', url },
  { label: 'Email settings', url: new URL(pagePaths.emailSettings, url).href },
]
