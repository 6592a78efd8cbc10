export interface PasswordRule {
  id: string
  /** Said under the field when the rule is not met. */
  message: string
  /** Shown in the list that ticks itself off while typing. */
  label: string
  met: (password: string) => boolean
}

export const longestPassword = 128

export const passwordRules: readonly PasswordRule[] = [
  {
    id: 'length',
    message: 'Must be longer than 8 characters',
    label: 'Longer than 8 characters',
    met: (password) => password.length > 8,
  },
  {
    id: 'number',
    message: 'Must include a number',
    label: 'Includes a number',
    met: (password) => /[0-9]/.test(password),
  },
  {
    id: 'special',
    message: 'Must include special character',
    label: 'Includes a special character, like ! or ?',
    met: (password) => /[!@#$%^&*(),.?":{}|<>]/.test(password),
  },
]

/** The message of the first rule a new password breaks. */
export function passwordProblem(password: string): string | undefined {
  return passwordRules.find((rule) => !rule.met(password))?.message
}
