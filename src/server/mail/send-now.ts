import { randomUUID } from 'node:crypto'
import { campus } from '#campus/campus.ts'
import type { Config } from '../config.ts'
import { secondMs, toIso } from '../durations.ts'
import { errorReason } from '../errors.ts'
import {
  DeliveryUnknownError,
  type Mail,
  MailRefusedError,
  type MailTransport,
} from './mail-transport.ts'
import { renderMail } from './render-mail.ts'

export type MailConfig = Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>

const sendTimeoutMs = 30 * secondMs

/**
 * Sends an email at once instead of by a job, because somebody waits for what the mail server says. Resolves with the
 * problem, or with null once the server has taken it. `onReply` gets what it then said.
 */
export async function sendNow(
  { config, transport }: { config: MailConfig; transport: MailTransport },
  mail: Mail,
  now: number,
  onReply?: (reply: string) => void,
): Promise<string | null> {
  const id = `${toIso(now).replaceAll(/[:.]/g, '-')}-${randomUUID()}`
  try {
    await transport.send({ ...mail, id }, AbortSignal.timeout(sendTimeoutMs), onReply)
    return null
  } catch (error) {
    return describeMailProblem(config, error)
  }
}

/**
 * Sends an email to the admin who asked for it. Without a mail server nothing reaches a mailbox, and that is a problem,
 * too.
 */
export async function sendTestMail(
  deps: { config: MailConfig; transport: MailTransport },
  email: string,
  now: number,
  onReply?: (reply: string) => void,
): Promise<string | null> {
  const problem = await sendNow(deps, buildTestMail(email), now, onReply)
  if (problem !== null || mailServerOf(deps.config)) return problem
  return 'No email was sent, because SMTP_URL is not set. The message is in the outbox folder of DATA_DIR.'
}

export const buildTestMail = (email: string): Mail =>
  renderMail('test', { email }, `Test email from ${campus.brand}`, {
    preheader: 'Email works.',
    heading: 'Email works',
    greeting: 'Hi,',
    paragraphs: [
      `You asked for this test email on ${campus.brand}. If your email program shows the headers, “Authentication-Results” says whether SPF, DKIM and DMARC passed.`,
    ],
  })

/** The host of the mail server, without the user and the password. */
export const mailServerOf = ({ SMTP_URL }: MailConfig): string | null =>
  SMTP_URL ? new URL(SMTP_URL).host : null

export const senderOf = ({ MAIL_FROM }: MailConfig): string => MAIL_FROM ?? campus.contactEmail

/** What nodemailer tells about a failure. */
interface SmtpFailure {
  code?: string
  command?: string
  response?: string
}

/** Says in a sentence what the mail server answered, and which settings to check. */
export function describeMailProblem(config: MailConfig, error: unknown): string {
  const server = mailServerOf(config)
  if (!server) {
    return `The email could not be written to the outbox folder in DATA_DIR: ${errorReason(error)}`
  }
  const isWrapped = error instanceof MailRefusedError || error instanceof DeliveryUnknownError
  const cause = isWrapped ? error.cause : error
  const { code, command, response } = (cause ?? {}) as SmtpFailure
  const said = response ? ` It answered: “${response}”.` : ''
  if (error instanceof DeliveryUnknownError) {
    return `The email server ${server} took the email, but did not say whether it will deliver it. Look into the mailbox, or send another one.`
  }
  if (code === 'EAUTH') {
    return `The email server ${server} did not accept the login.${said} Check the name and the password in SMTP_URL.`
  }
  if (command?.startsWith('MAIL')) {
    return `The email server ${server} did not accept the sender ${senderOf(config)}.${said} Check MAIL_FROM: it must be an address that this server may send for.`
  }
  if (command === 'RCPT TO') {
    return `The email server ${server} did not accept the address.${said} Check the address, and whether the server in SMTP_URL may send to other domains.`
  }
  if (response)
    return `The email server ${server} did not take the email.${said} Check SMTP_URL and MAIL_FROM.`
  return `The email server ${server} could not be reached: ${errorReason(cause)}. Check the host, the port and smtp:// or smtps:// in SMTP_URL.`
}
