interface ConfirmationRequest {
  /** What happens once the email is confirmed, in a sentence. */
  next: string
  resolve: (isConfirmed: boolean) => void
}

let waiting: readonly ConfirmationRequest[] = []
const listeners = new Set<() => void>()

function setWaiting(requests: readonly ConfirmationRequest[]) {
  waiting = requests
  for (const listener of listeners) listener()
}

/** Opens the dialog with the code field; resolves with whether the email is confirmed. */
export function requestConfirmation(next: string): Promise<boolean> {
  return new Promise((resolve) => setWaiting([...waiting, { next, resolve }]))
}

/** In place of a seller's contact, which would only say that the mailbox has to be confirmed first. */
export const requestConfirmationToContact = () =>
  requestConfirmation('Then you can contact this student.')

/** Answers all who wait. */
export function settleConfirmation(isConfirmed: boolean) {
  const settled = waiting
  setWaiting([])
  for (const { resolve } of settled) resolve(isConfirmed)
}

/** What waits; undefined if nothing does. */
export const awaitedConfirmation = () => waiting[0]?.next

export function subscribeToConfirmationRequest(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
