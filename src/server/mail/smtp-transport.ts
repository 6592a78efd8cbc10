import { once } from 'node:events'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { DeliveryUnknown, type MailTransport, toMessage } from './transport.ts'

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function smtpTransport(url: string, timeouts = patience): MailTransport {
  return {
    async send(mail, signal) {
      let begun = false
      const transporter = createTransport({ url, ...timeouts })
      // The body is read only once the server asks for it: until then nothing can have been delivered.
      transporter.use('stream', ({ message }, done) => {
        message.processFunc((body: Readable) =>
          Readable.from(
            (async function* () {
              signal.throwIfAborted()
              begun = true
              yield* body
            })(),
          ),
        )
        done()
      })
      const settled = new AbortController()
      const abandoned = once(signal, 'abort', { signal: settled.signal }).then(() =>
        signal.throwIfAborted(),
      )
      try {
        await Promise.race([transporter.sendMail(toMessage(mail)), abandoned])
      } catch (error) {
        if (begun && !isRefusal(error)) throw new DeliveryUnknown('no answer', { cause: error })
        throw error
      } finally {
        settled.abort()
      }
    },
  }
}

/** The server answered, and the answer was no. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
}
