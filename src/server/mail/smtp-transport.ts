import { once } from 'node:events'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { secondMs } from '../durations.ts'
import { DeliveryUnknownError, type MailTransport } from './mail-transport.ts'
import { toNodemailerMessage } from './nodemailer-message.ts'

const defaultTimeouts = {
  connectionTimeout: 10 * secondMs,
  greetingTimeout: 10 * secondMs,
  socketTimeout: 20 * secondMs,
}

export function createSmtpTransport(url: string, timeouts = defaultTimeouts): MailTransport {
  return {
    async send(mail, signal) {
      let hasBodyStarted = false
      const transporter = createTransport({ url, ...timeouts })
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
        await Promise.race([transporter.sendMail(toNodemailerMessage(mail)), aborted])
      } catch (error) {
        if (hasBodyStarted && !isSmtpRejection(error))
          throw new DeliveryUnknownError('no answer', { cause: error })
        throw error
      } finally {
        settled.abort()
      }
    },
  }
}

/** The server replied with an error status, so the message was not accepted. */
function isSmtpRejection(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
}
