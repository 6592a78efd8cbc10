import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { Account } from '../user-queries.ts'

type PasswordConfig = Pick<Config, 'PASSWORD_LOGIN'>

/** Whether the student can log in with a password. An account that was made by another login has an empty hash. */
export const hasPassword = (
  { PASSWORD_LOGIN }: PasswordConfig,
  { passwordHash }: Pick<Account, 'passwordHash'>,
): boolean => PASSWORD_LOGIN && passwordHash !== ''

/** Throws 403 on a site where students log in with their university account only. */
export function requirePasswordLogin({ PASSWORD_LOGIN }: PasswordConfig) {
  if (PASSWORD_LOGIN) return
  throw new AppError('forbidden', 'Passwords are turned off here. Use your university account.')
}
