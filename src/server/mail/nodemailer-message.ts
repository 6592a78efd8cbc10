import { brand, contactEmail } from '#campus.ts'
import type { OutgoingMail } from './mail-transport.ts'

export function toNodemailerMessage({ to, subject, text, html }: OutgoingMail) {
  return {
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
