export interface PasswordRule {
  id: string
  /** The error under the field while the password breaks the rule. */
  message: string
  /** The item in the checklist, which is updated while typing. */
  label: string
  isMet: (password: string) => boolean
  /** The rule in the language of password managers. */
  forManagers: string
}

export const maxPasswordLength = 128

const longerThan = 8
const specialCharacters = '!@#$%^&*(),.?":{}|<>'

export const passwordRules: readonly PasswordRule[] = [
  {
    id: 'length',
    message: 'Must be longer than 8 characters',
    label: 'Longer than 8 characters',
    isMet: (password) => password.length > longerThan,
    forManagers: `minlength: ${longerThan + 1}; maxlength: ${maxPasswordLength}`,
  },
  {
    id: 'number',
    message: 'Must include a number',
    label: 'Includes a number',
    isMet: (password) => /[0-9]/.test(password),
    forManagers: 'required: digit',
  },
  {
    id: 'special',
    message: 'Must include special character',
    label: 'Includes a special character, like ! or ?',
    isMet: (password) => [...specialCharacters].some((each) => password.includes(each)),
    forManagers: `required: [${specialCharacters}]`,
  },
]

/** Returns the message of the first rule that the password breaks. */
export function passwordProblem(password: string): string | undefined {
  return passwordRules.find((rule) => !rule.isMet(password))?.message
}

/** The value of `passwordrules`, with which password managers generate a password that meets all rules. */
export const passwordManagerRules = [
  ...passwordRules.map(({ forManagers }) => forManagers),
  // Only characters of a named class are used.
  'required: lower',
  'required: upper',
]
  .map((rule) => `${rule};`)
  .join(' ')
