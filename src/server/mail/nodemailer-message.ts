import { brand, contactEmail } from '#campus.ts'
import type { QueuedMail } from './mail-queue.ts'

export function toNodemailerMessage({ to, subject, text, html }: QueuedMail) {
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
