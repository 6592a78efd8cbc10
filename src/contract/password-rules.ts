export interface PasswordRule {
  id: string
  /** The error under the field while the password breaks the rule. */
  message: string
  /** The item in the checklist, which is updated while typing. */
  label: string
  isMet: (password: string) => boolean
}

export const maxPasswordLength = 128

export const passwordRules: readonly PasswordRule[] = [
  {
    id: 'length',
    message: 'Must be longer than 8 characters',
    label: 'Longer than 8 characters',
    isMet: (password) => password.length > 8,
  },
  {
    id: 'number',
    message: 'Must include a number',
    label: 'Includes a number',
    isMet: (password) => /[0-9]/.test(password),
  },
  {
    id: 'special',
    message: 'Must include special character',
    label: 'Includes a special character, like ! or ?',
    isMet: (password) => /[!@#$%^&*(),.?":{}|<>]/.test(password),
  },
]

/** Returns the message of the first rule that the password breaks. */
export function passwordProblem(password: string): string | undefined {
  return passwordRules.find((rule) => !rule.isMet(password))?.message
}
