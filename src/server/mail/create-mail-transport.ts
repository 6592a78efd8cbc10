import type { Config } from '../config.ts'
import type { MailTransport } from './mail-transport.ts'
import { createOutboxTransport } from './outbox-transport.ts'
import { createSmtpTransport } from './smtp-transport.ts'

export function createMailTransport({
  SMTP_URL,
  DATA_DIR,
  MAIL_FROM,
}: Pick<Config, 'SMTP_URL' | 'DATA_DIR' | 'MAIL_FROM'>): MailTransport {
  return SMTP_URL
    ? createSmtpTransport({ url: SMTP_URL, from: MAIL_FROM })
    : createOutboxTransport({ dataDir: DATA_DIR, from: MAIL_FROM })
}
