import { randomInt } from 'node:crypto'
import { campus } from '#campus/campus.ts'
import { confirmationCode } from '#contract/account-rules.ts'
import type { TestMailResponse } from '#contract/settings.ts'
import type { KeyedHash } from '../app-secret.ts'
import { minuteMs } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { Mail, MailTransport } from '../mail/mail-transport.ts'
import { renderMail } from '../mail/render-mail.ts'
import { type MailConfig, sendNow } from '../mail/send-now.ts'
import type { SentCode } from './setup-state.ts'

const triesPerCode = 5

/** What a code is for: to show that email arrives, or that somebody reads the mailbox of the first admin. */
export type SetupCodePurpose = 'test' | 'admin'

/** The subject has the code, so that a notification shows it. `sendNow` logs no subjects. */
export function buildSetupMail(email: string, purpose: SetupCodePurpose, code: string): Mail {
  const validity = `It works for ${confirmationCode.validMinutes} minutes.`
  const content = { preheader: `Enter it on the set-up page. ${validity}`, greeting: 'Hi,', code }
  return purpose === 'test'
    ? renderMail('setup-test', { email }, `${code} is your test code from ${campus.brand}`, {
        ...content,
        heading: 'Email works',
        paragraphs: [
          `${campus.brand} is being set up. Enter this code on the set-up page to show that this email has arrived. ${validity}`,
        ],
        note: 'Not you? Someone typed in your email by mistake. You can ignore this.',
      })
    : renderMail('setup-code', { email }, `${code} is your code to set up ${campus.brand}`, {
        ...content,
        heading: 'Confirm your email',
        paragraphs: [
          `Enter this code on the set-up page to become the first admin of ${campus.brand}. ${validity} Don't give it to anyone.`,
        ],
        note: "Not you? Someone typed in your email by mistake. Without the code they can't use it.",
      })
}

interface SendDeps {
  config: MailConfig
  transport: MailTransport
  keyedHash: KeyedHash
  now: () => number
}

/**
 * Sends a code at once instead of by a job, because whoever sets up the site waits for what the mail server says. Resolves
 * with the problem, or with the code that was sent.
 */
export async function sendSetupCode(
  { config, transport, keyedHash, now }: SendDeps,
  email: string,
  purpose: SetupCodePurpose,
): Promise<TestMailResponse & { sent?: SentCode }> {
  const { digits, validMinutes } = confirmationCode
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const time = now()
  const mail = buildSetupMail(email, purpose, code)
  const problem = await sendNow({ config, transport }, mail, time)
  if (problem !== null) return { problem }
  const codeHash = hashCode(keyedHash, email, code)
  return {
    problem: null,
    sent: { email, codeHash, expiresAt: time + validMinutes * minuteMs, failedTries: 0 },
  }
}

const hashCode = (keyedHash: KeyedHash, email: string, code: string) =>
  keyedHash('setup code', email, code)

/** Returns the error of a wrong code. The caller counts the failed try. */
export function checkSetupCode(
  keyedHash: KeyedHash,
  sent: SentCode | undefined,
  { code, now }: { code: string; now: number },
): AppError | null {
  const refuse = (message: string) =>
    new AppError('bad_request', message, { fields: { code: message } })
  if (!sent || sent.expiresAt <= now || sent.failedTries >= triesPerCode) {
    return refuse('That code has expired. Send a new one.')
  }
  if (hashCode(keyedHash, sent.email, code) === sent.codeHash) return null
  const left = triesPerCode - sent.failedTries - 1
  const next = left === 0 ? 'Send a new one.' : `${left} ${left === 1 ? 'try' : 'tries'} left.`
  return refuse(`That code isn't right. ${next}`)
}
