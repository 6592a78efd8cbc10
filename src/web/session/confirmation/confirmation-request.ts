import { createStore } from '../../ui/store.ts'

interface ConfirmationRequest {
  /** What happens once the email is confirmed, in a sentence. */
  next: string
  resolve: (isConfirmed: boolean) => void
}

/** The actions that wait for a confirmed email. The dialog names the first. */
export const confirmationRequests = createStore<readonly ConfirmationRequest[]>([])

/** Opens the dialog with the code field. Resolves with whether the email is confirmed. */
export function requestConfirmation(next: string): Promise<boolean> {
  return new Promise((resolve) =>
    confirmationRequests.set([...confirmationRequests.get(), { next, resolve }]),
  )
}

/** Opens the dialog right away, because the contact panel would only ask for the confirmation. */
export const requestConfirmationToContact = () =>
  requestConfirmation('Then you can contact this student.')

/** Answers all requests and closes the dialog. */
export function settleConfirmation(isConfirmed: boolean) {
  const settled = confirmationRequests.get()
  confirmationRequests.set([])
  for (const { resolve } of settled) resolve(isConfirmed)
}
