import type { AddPasskey, OwnPasskey, PasskeyAssertion } from '#contract/passkeys.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Api } from '../../queries/api.ts'

/** The library is loaded when a passkey is asked for. */
const loadLibrary = () => import('@simplewebauthn/browser')

/** Whether the browser knows passkeys at all. */
export const supportsPasskeys = () => typeof globalThis.PublicKeyCredential === 'function'

/** The options come from the server's copy of the same library. */
type Options = never

/** Returns the error with words for students. The browser does not say whether a prompt was closed or timed out. */
function describePromptError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') {
    return new Error('No passkey was used. Try again, or use another way.')
  }
  if (error.name === 'InvalidStateError') {
    return new Error('This device already has a passkey for your account.')
  }
  // Passkeys belong to the host name of the site. Somebody may have opened the server's IP address.
  if (error.name === 'SecurityError') {
    return new Error("Passkeys don't work at this address. Try another way.")
  }
  return error
}

/** Opens the browser's prompt. Resolves with the signature of the passkey that the student chose. */
export async function askForPasskey(api: Api): Promise<PasskeyAssertion> {
  const { startAuthentication } = await loadLibrary()
  const optionsJSON = await api.post<Options>(apiPaths.passkeyOptions)
  return startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw describePromptError(error)
  }) as Promise<PasskeyAssertion>
}

/** Opens the browser's prompt for a new passkey, and adds it to the account. */
export async function makePasskey(api: Api) {
  const { startRegistration } = await loadLibrary()
  const optionsJSON = await api.post<Options>(apiPaths.newPasskey)
  const credential = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw describePromptError(error)
  })
  const body = { credential } as AddPasskey
  return api.post<{ passkey: OwnPasskey; recoveryCodes: string[] | null }>(apiPaths.passkeys, body)
}

/** A challenge works for five minutes, and a login page may be open for longer. */
const renewOfferMs = 4 * 60_000

/**
 * Offers the student's passkeys in the email field, where browsers can do that. Calls `onChosen` with the signature.
 * Returns a function that ends the offer.
 */
export function offerPasskeys(api: Api, onChosen: (assertion: PasskeyAssertion) => void) {
  let isEnded = false
  let timer: ReturnType<typeof setInterval> | undefined
  async function offer() {
    const { browserSupportsWebAuthnAutofill, startAuthentication } = await loadLibrary()
    if (isEnded || !(await browserSupportsWebAuthnAutofill())) return
    const optionsJSON = await api.post<Options>(apiPaths.passkeyOptions)
    if (isEnded) return
    const assertion = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
    onChosen(assertion as PasskeyAssertion)
  }
  // A new offer, and the prompt of the button, end the offer before. Without an offer, the form works as ever.
  const begin = () => void offer().catch(() => undefined)
  if (supportsPasskeys()) {
    begin()
    timer = setInterval(begin, renewOfferMs)
  }
  return () => {
    isEnded = true
    clearInterval(timer)
    void loadLibrary().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
  }
}
