import type { MailboxState } from '#contract/accounts.ts'
import { dayMs } from '../../durations.ts'

/** After this many days, the student has to confirm again before the next post. */
const confirmationValidDays = 365

/** The facts about the mailbox in the account's row. */
export interface ConfirmationState {
  confirmedAt: number | null
  /** Whether the account was created while VERIFY_EMAIL was on. */
  mustConfirm: boolean
  isSample: boolean
}

/** Whether the mailbox was never proven, so that a stranger may have signed up with the address. */
export const hasToConfirm = ({
  mustConfirm,
  confirmedAt,
}: Pick<ConfirmationState, 'mustConfirm' | 'confirmedAt'>) => mustConfirm && confirmedAt === null

/** The setting and the time, which also decide whether an account is confirmed. */
export interface ConfirmationContext {
  verifyEmail: boolean
  now: number
}

/** Without VERIFY_EMAIL, everyone counts as confirmed. Sample students have no mailbox, and always count as confirmed. */
export function confirmationOf(
  account: ConfirmationState,
  { verifyEmail, now }: ConfirmationContext,
): MailboxState {
  const { confirmedAt, isSample } = account
  if (!verifyEmail || isSample) return 'confirmed'
  if (hasToConfirm(account)) return 'required'
  const isValid = confirmedAt !== null && now < confirmedAt + confirmationValidDays * dayMs
  return isValid ? 'confirmed' : 'due'
}
