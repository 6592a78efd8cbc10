import { once } from 'node:events'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import ipaddr from 'ipaddr.js'
import { createTransport } from 'nodemailer'
import { campus } from '#campus/campus.ts'
import { secondMs } from '../durations.ts'
import {
  DeliveryUnknownError,
  MailRefusedError,
  type MailTransport,
  type OutgoingMail,
  RecipientRefusedError,
} from './mail-transport.ts'

const defaultTimeouts = {
  connectionTimeout: 10 * secondMs,
  greetingTimeout: 10 * secondMs,
  socketTimeout: 20 * secondMs,
}

interface SmtpOptions {
  url: string
  /** The sender's address. It defaults to the contact address of the campus. */
  from: string | undefined
}

/**
 * Connections stay open between messages, because a new one costs several round trips and a TLS handshake. There are as
 * many as a process has workers for email, so no message waits here: the pool knows no priorities.
 */
const poolOptions = {
  pool: true,
  maxConnections: 5,
  // A message is tried on another connection only if the server had closed the first one while it was idle.
  maxRequeues: 1,
  idleTimeout: 10 * secondMs,
} as const

/** One message on its way through the pool. */
interface Delivery {
  signal: AbortSignal
  hasBodyStarted: boolean
}

export function createSmtpTransport(
  { url, from }: SmtpOptions,
  timeouts = defaultTimeouts,
): MailTransport {
  const transporter = createTransport({ url: requireTls(url), ...timeouts, ...poolOptions })
  // The body stream is read only after the server has accepted DATA. Before that, nothing can have been delivered.
  transporter.use('stream', ({ data, message }, done) => {
    const { delivery } = data as unknown as { delivery: Delivery }
    message.processFunc((body: Readable) => Readable.from(guard(body, delivery)))
    done()
  })
  return {
    isRemote: true,

    async send(mail, signal, onReply) {
      const delivery: Delivery = { signal, hasBodyStarted: false }
      // Nodemailer passes a property that it does not know to the plugin above.
      const message = { ...toNodemailerMessage(mail, from), delivery }
      const settled = new AbortController()
      const aborted = once(signal, 'abort', { signal: settled.signal }).then(() =>
        signal.throwIfAborted(),
      )
      try {
        const info = await Promise.race([transporter.sendMail(message), aborted])
        if (info) onReply?.(info.response)
      } catch (error) {
        const status = replyStatus(error)
        if (delivery.hasBodyStarted && status === undefined) {
          throw new DeliveryUnknownError('no answer', { cause: error })
        }
        if (!isPermanentRefusal(error, status)) throw error
        const Refusal = isAboutRecipient(error) ? RecipientRefusedError : MailRefusedError
        throw new Refusal('refused', { cause: error })
      } finally {
        settled.abort()
      }
    },

    close: () => transporter.close(),
  }
}

/** Yields the body once. The pool must not send a message again whose delivery is unknown. */
async function* guard(body: Readable, delivery: Delivery) {
  delivery.signal.throwIfAborted()
  if (delivery.hasBodyStarted) throw new Error('The message was sent before.')
  delivery.hasBodyStarted = true
  yield* body
}

/** Returns the SMTP status if the server replied with an error. The message was then not accepted. */
function replyStatus(error: unknown): number | undefined {
  const status = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined
  return typeof status === 'number' ? status : undefined
}

/**
 * Whether a 5xx is about the envelope or the message. After a greeting, TLS or login it is about us, and an operator
 * can fix the cause.
 */
function isPermanentRefusal(error: unknown, status = 0): boolean {
  const isAboutMail =
    error instanceof Error &&
    'code' in error &&
    (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
  return isAboutMail && status >= 500
}

function isAboutRecipient(error: unknown): boolean {
  const { command, response } = error as { command?: unknown; response?: unknown }
  return command === 'RCPT TO' && refusesAddress(String(response))
}

/**
 * Adds TLS and a checked certificate to the SMTP URL, whatever its own parameters say, because emails hold names, links
 * and codes. A mail server on this machine needs neither.
 */
export function requireTls(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  if (isLoopback(url.hostname)) return smtpUrl
  url.searchParams.set('requireTLS', 'true')
  url.searchParams.set('tls.rejectUnauthorized', 'true')
  return url.href
}

function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback'
}

const enhancedStatus = /^5\d\d[ -](5\.\d+\.\d+)\b/m
/**
 * The statuses for a missing mailbox or domain, a malformed address, and a moved or disabled mailbox (RFC 3463, RFC
 * 7505).
 */
const addressStatuses = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']
/** Matches replies without an enhanced status: no mailbox, not local, or a mailbox name that is not allowed (RFC 5321). */
const addressReply = /^55[013]\b/
const isAboutUs = /sender|block|blacklist|reputation|policy|quota|relay|spam/i

/**
 * Whether a reply to RCPT TO says that the address is wrong. Otherwise the server refuses this email, or does not trust
 * us.
 */
export function refusesAddress(reply: string): boolean {
  const status = enhancedStatus.exec(reply)?.[1]
  if (status) return addressStatuses.includes(status)
  return addressReply.test(reply) && !isAboutUs.test(reply)
}

/** Builds the message. `from` is the sender's address; mail clients show the brand. */
function toNodemailerMessage(mail: OutgoingMail, from = campus.contactEmail) {
  const { id, to, subject, text, html, unsubscribeUrl } = mail
  return {
    // Mail clients show two messages with the same Message-ID only once.
    messageId: `<${id}@${from.split('@')[1]}>`,
    from: { name: campus.brand, address: from },
    to,
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
    // Otherwise Nodemailer would attach files and URLs that a field names.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Returns the headers of RFC 8058. Mail clients then show their own button, which sends a POST and requires https. */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (!url) return {}
  const header = { 'List-Unsubscribe': `<${url}>` }
  if (!url.startsWith('https:')) return header
  return { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

/** Returns the message as it is sent, headers first. `from` is the sender's address. */
export async function composeMessage(mail: OutgoingMail, from?: string): Promise<Buffer> {
  const { message } = await composer.sendMail(toNodemailerMessage(mail, from))
  if (!Buffer.isBuffer(message)) throw new Error('the message was not composed in memory')
  return message
}
