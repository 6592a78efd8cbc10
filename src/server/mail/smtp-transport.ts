import { once } from 'node:events'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { secondMs } from '../durations.ts'
import {
  DeliveryUnknownError,
  MailRefusedError,
  type MailTransport,
  RecipientRefusedError,
} from './mail-transport.ts'
import { toNodemailerMessage } from './nodemailer-message.ts'
import { refusesAddress } from './refuses-address.ts'
import { requireTls } from './require-tls.ts'

const defaultTimeouts = {
  connectionTimeout: 10 * secondMs,
  greetingTimeout: 10 * secondMs,
  socketTimeout: 20 * secondMs,
}

interface SmtpOptions {
  url: string
  /** The sender's address. */
  from: string
}

export function createSmtpTransport(
  { url, from }: SmtpOptions,
  timeouts = defaultTimeouts,
): MailTransport {
  const connection = { url: requireTls(url), ...timeouts }
  return {
    isRemote: true,

    async send(mail, signal) {
      let hasBodyStarted = false
      const transporter = createTransport(connection)
      // The body stream is read only after the server accepted DATA: before that nothing can have been delivered.
      transporter.use('stream', ({ message }, done) => {
        message.processFunc((body: Readable) =>
          Readable.from(
            (async function* () {
              signal.throwIfAborted()
              hasBodyStarted = true
              yield* body
            })(),
          ),
        )
        done()
      })
      const settled = new AbortController()
      const aborted = once(signal, 'abort', { signal: settled.signal }).then(() =>
        signal.throwIfAborted(),
      )
      try {
        await Promise.race([transporter.sendMail(toNodemailerMessage(mail, from)), aborted])
      } catch (error) {
        const status = replyStatus(error)
        if (hasBodyStarted && status === undefined) {
          throw new DeliveryUnknownError('no answer', { cause: error })
        }
        if (!isPermanentRefusal(error, status)) throw error
        const Refusal = isAboutRecipient(error) ? RecipientRefusedError : MailRefusedError
        throw new Refusal('refused', { cause: error })
      } finally {
        settled.abort()
      }
    },
  }
}

/** The SMTP status, if the server replied with an error: the message was not accepted. */
function replyStatus(error: unknown): number | undefined {
  const status = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined
  return typeof status === 'number' ? status : undefined
}

/** 5xx for the envelope or the message; for a greeting, TLS or login it is about us, and an operator can mend it. */
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
