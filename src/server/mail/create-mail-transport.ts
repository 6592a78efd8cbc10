import type { Config } from '../config.ts'
import type { MailTransport } from './mail-transport.ts'
import { createOutboxTransport } from './outbox-transport.ts'
import { createSmtpTransport } from './smtp-transport.ts'

export function createMailTransport({
  SMTP_URL,
  DATA_DIR,
}: Pick<Config, 'SMTP_URL' | 'DATA_DIR'>): MailTransport {
  return SMTP_URL ? createSmtpTransport(SMTP_URL) : createOutboxTransport(DATA_DIR)
}
