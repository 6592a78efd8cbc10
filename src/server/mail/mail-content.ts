import { campus } from '#campus/campus.ts'
import { pagePaths } from '#contract/paths.ts'

/** The content of an email, rendered both as plain text and as HTML. */
export interface MailContent {
  /** The line that mail clients show beside the subject. */
  preheader: string
  heading: string
  greeting: string
  paragraphs: string[]
  /** A text by somebody else, marked as not ours. It keeps its lines. */
  quote?: { label: string; text: string }
  /** Our remark about the quote, highlighted below it. */
  remark?: string
  /** A code that the student types in. */
  code?: string
  sections?: MailSection[]
  button?: MailButton
  /** A highlighted text below the others. */
  note?: string
  /** Why the student gets an email that a setting can turn off, and the page that turns it off. */
  unsubscribe?: MailUnsubscribe
}

export interface MailLink {
  label: string
  url: string
}

export interface MailButton extends MailLink {
  /** Whether the button stands beside a more important one. */
  isSecondary?: true
}

export interface MailSection {
  heading: string
  items: MailItem[]
  /** The line below the items if some are left out. It is a link if those are on one page. */
  more?: string | MailLink
  /** A link in small print below the section. */
  link?: MailLink
}

/** An item, usually a listing. */
export interface MailItem {
  title: string
  text: string
  /** Our remark about a text with words of students. */
  remark?: string
  /** The price, shown prominently above the title. */
  price?: string
  /** The page that title and photo link to. */
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
export const senderLines = () => (campus.postalAddress ? [campus.postalAddress] : [])

/** Returns links to the page that turns such emails off, and to all settings. */
export const footerLinks = ({ url }: MailUnsubscribe): MailLink[] => [
  { label: 'Unsubscribe', url },
  { label: 'Email settings', url: new URL(pagePaths.emailSettings, url).href },
]
