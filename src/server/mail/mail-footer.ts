import { hasPostalAddress, postalAddress } from '#campus.ts'
import { pagePaths } from '#contract/paths.ts'
import type { MailLink, MailUnsubscribe } from './mail-content.ts'

/** Below the name of the site. */
export const senderLines = hasPostalAddress ? [postalAddress] : []

/** The page that ends such mails, and the one of all settings. */
export const footerLinks = ({ url }: MailUnsubscribe): MailLink[] => [
  { label: 'Unsubscribe', url },
  { label: 'Email settings', url: new URL(pagePaths.emailSettings, url).href },
]
