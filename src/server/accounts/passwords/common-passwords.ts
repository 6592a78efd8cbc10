import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'

const commonPasswordMessage = 'This password is too common.'

/** Digits and special characters that the password rules make people append; a longer tail is a password of its own. */
const maxTailLength = 8

const special = /[^\p{L}\p{N}]+$/u
const tail = new RegExp(`[^\\p{L}]{1,${maxTailLength}}$`, 'u')

/** "Password1!" and "123456789!" are "password" and "123456789". */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded when it is first needed: a start should not wait for 50,000 strings.
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const commonPasswords = dictionary['passwords-common']
  const typed = password.toLowerCase()
  return [typed, typed.replace(special, ''), typed.replace(tail, '')].some((candidate) =>
    commonPasswords.includes(candidate),
  )
}

/** With VERIFY_EMAIL a common one is refused; in a try-out the response has a notice about it. */
export async function checkCommonPassword(
  { VERIFY_EMAIL }: Pick<Config, 'VERIFY_EMAIL'>,
  password: string,
): Promise<{ notice?: string }> {
  if (!(await isCommonPassword(password))) return {}
  if (!VERIFY_EMAIL) return { notice: commonPasswordMessage }
  const message = `${commonPasswordMessage} Choose another one.`
  throw new AppError('bad_request', message, { fields: { password: message } })
}
