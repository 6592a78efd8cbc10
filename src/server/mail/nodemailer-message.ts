import { brand } from '#campus.ts'
import type { OutgoingMail } from './mail-transport.ts'

/** `from` is the address of the sender; mail clients show the brand. */
export function toNodemailerMessage({ id, to, subject, text, html }: OutgoingMail, from: string) {
  return {
    // Mail clients show two messages with one Message-ID once.
    messageId: `<${id}@${from.split('@')[1]}>`,
    from: { name: brand, address: from },
    to,
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Nodemailer would otherwise attach files and URLs that a field names.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
