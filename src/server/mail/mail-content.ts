import { hasPostalAddress, postalAddress } from '#campus.ts'
import { pagePaths } from '#contract/paths.ts'

/** The content of a mail, rendered both as plain text and as HTML. */
export interface MailContent {
  /** Shown by mail clients beside the subject. */
  preheader: string
  heading: string
  greeting: string
  paragraphs: string[]
  /** What somebody wrote, marked as not ours; it keeps its lines. */
  quote?: { label: string; text: string }
  /** Ours on the quote, highlighted below it. */
  remark?: string
  /** To be typed in. */
  code?: string
  sections?: MailSection[]
  button?: MailButton
  /** Highlighted below the text. */
  note?: string
  /** Of a mail that a setting can turn off: why the student gets it, and the page that ends it. */
  unsubscribe?: MailUnsubscribe
}

export interface MailLink {
  label: string
  url: string
}

export interface MailButton extends MailLink {
  /** Beside more important ones. */
  isSecondary?: true
}

export interface MailSection {
  heading: string
  items: MailItem[]
  /** Follows the items where some are left out; with a link to them if they are on one page. */
  more?: string | MailLink
  /** In small print below it. */
  link?: MailLink
}

/** A listing. */
export interface MailItem {
  title: string
  text: string
  /** Ours on the text, where it has words of students. */
  remark?: string
  /** Stands out above the title. */
  price?: string
  /** Where title and photo lead. */
  url?: string
  /** By its absolute URL. */
  photo?: { src: string; width: number; height: number }
  link?: MailButton
}

export interface MailUnsubscribe {
  reason: string
  url: string
}

/** Below the name of the site. */
export const senderLines = hasPostalAddress ? [postalAddress] : []

/** The page that ends such mails, and the one of all settings. */
export const footerLinks = ({ url }: MailUnsubscribe): MailLink[] => [
  { label: 'Unsubscribe', url },
  { label: 'Email settings', url: new URL(pagePaths.emailSettings, url).href },
]
