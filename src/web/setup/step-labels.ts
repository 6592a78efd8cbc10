import type { SetupStep } from '#contract/setup-steps.ts'

/** The names of the steps, as the list of steps shows them. */
export const stepLabels: Record<SetupStep, string> = {
  names: 'Name and universities',
  terms: 'Terms and money',
  contact: 'Contact',
  look: 'Look',
  email: 'Test email',
  admin: 'First admin',
}
