import { isProofMissing } from '../../queries/api.ts'
import { createStore } from '../../ui/store.ts'

type Resolve = (isProved: boolean) => void

/** The actions that wait until the student has confirmed that it is them. */
export const identityRequests = createStore<readonly Resolve[]>([])

/** Opens the dialog. Resolves with whether the student has confirmed that it is them. */
export function requestIdentity(): Promise<boolean> {
  return new Promise((resolve) => identityRequests.set([...identityRequests.get(), resolve]))
}

/** Answers all requests and closes the dialog. */
export function settleIdentity(isProved: boolean) {
  const settled = identityRequests.get()
  identityRequests.set([])
  for (const resolve of settled) resolve(isProved)
}

/**
 * Runs a write. If the server refuses it until the student has confirmed that it is them, this asks them and runs the
 * write again.
 */
export async function proveFirst<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!isProofMissing(error) || !(await requestIdentity())) throw error
    return write()
  }
}
