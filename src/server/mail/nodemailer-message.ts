import { brand } from '#campus.ts'
import type { OutgoingMail } from './mail-transport.ts'

/** `from` is the address of the sender; mail clients show the brand. */
export function toNodemailerMessage(mail: OutgoingMail, from: string) {
  const { id, to, subject, text, html, unsubscribeUrl } = mail
  return {
    // Mail clients show two messages with one Message-ID once.
    messageId: `<${id}@${from.split('@')[1]}>`,
    from: { name: brand, address: from },
    to,
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
    // Nodemailer would otherwise attach files and URLs that a field names.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 8058: mail clients then have a button of their own, which sends a POST; they require https for that. */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (!url) return {}
  const header = { 'List-Unsubscribe': `<${url}>` }
  if (!url.startsWith('https:')) return header
  return { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
