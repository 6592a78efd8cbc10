import type { Confirmation } from '#contract/accounts.ts'
import { dayMs } from '../../durations.ts'

/** After this many days the next post asks for a confirmation again. */
const confirmationValidDays = 365

/** What the account's row says about its mailbox. */
export interface ConfirmationState {
  confirmedAt: number | null
  /** It was made while VERIFY_EMAIL was on. */
  mustConfirm: boolean
  isSample: boolean
}

/** The mailbox was never proven: a stranger may have signed up with the address. */
export const hasToConfirm = ({
  mustConfirm,
  confirmedAt,
}: Pick<ConfirmationState, 'mustConfirm' | 'confirmedAt'>) => mustConfirm && confirmedAt === null

/** What else decides whether an account is confirmed: the setting and the clock. */
export interface ConfirmationContext {
  verifyEmail: boolean
  now: number
}

/** Without VERIFY_EMAIL everyone counts as confirmed; sample students, who have no mailbox, always do. */
export function confirmationOf(
  account: ConfirmationState,
  { verifyEmail, now }: ConfirmationContext,
): Confirmation {
  const { confirmedAt, isSample } = account
  if (!verifyEmail || isSample) return 'confirmed'
  if (hasToConfirm(account)) return 'required'
  const isValid = confirmedAt !== null && now < confirmedAt + confirmationValidDays * dayMs
  return isValid ? 'confirmed' : 'due'
}
