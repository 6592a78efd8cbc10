import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'

const commonPasswordMessage = 'This password is too common.'

/**
 * How many digits and special characters at the end are ignored. The password rules make people append them. A longer
 * tail is a password of its own.
 */
const maxTailLength = 8

const letter = /\p{L}/u
const letterOrDigit = /[\p{L}\p{N}]/u

/** Drops characters from the end until one matches. A regular expression would read the rest again from every start. */
function dropTail(text: string, isKept: RegExp, atMost = Infinity): string {
  const characters = Array.from(text)
  let length = characters.length
  while (length > 0 && characters.length - length < atMost) {
    if (isKept.test(characters[length - 1] ?? '')) break
    length--
  }
  return characters.slice(0, length).join('')
}

/**
 * Returns the password in lower case, with and without its tail: "Password1!" also gives "password", and "123456789!"
 * also gives "123456789".
 */
export function commonPasswordCandidates(password: string): string[] {
  const typed = password.toLowerCase()
  return [typed, dropTail(typed, letterOrDigit), dropTail(typed, letter, maxTailLength)]
}

/** The 50,000 common passwords are loaded when the first password is checked, so that the server starts faster. */
let loading: Promise<Set<string>> | undefined

async function loadCommonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set<string>(dictionary['passwords-common'])
}

export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= loadCommonPasswords()
  const commonPasswords = await loading
  return commonPasswordCandidates(password).some((word) => commonPasswords.has(word))
}

/** Refuses a common password. In a try-out, the response has a notice instead. */
export async function checkCommonPassword(
  { isTryOut }: Pick<Config, 'isTryOut'>,
  password: string,
): Promise<{ notice?: string }> {
  if (!(await isCommonPassword(password))) return {}
  if (isTryOut) return { notice: commonPasswordMessage }
  const message = `${commonPasswordMessage} Choose another one.`
  throw new AppError('bad_request', message, { fields: { password: message } })
}
