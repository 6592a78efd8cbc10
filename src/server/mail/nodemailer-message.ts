import { brand, contactEmail } from '#campus.ts'
import type { OutgoingMail } from './mail-transport.ts'

export function toNodemailerMessage({ id, to, subject, text, html }: OutgoingMail) {
  return {
    // Mail clients show two messages with one Message-ID once.
    messageId: `<${id}@${contactEmail.split('@')[1]}>`,
    from: { name: brand, address: contactEmail },
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
