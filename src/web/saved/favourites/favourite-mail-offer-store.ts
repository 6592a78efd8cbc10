import type { OwnAccount } from '#contract/own-account.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Api } from '../../queries/api.ts'

const storageKey = 'favourite-mail-asked'

/** The id of the first saved listing, while we ask the student whether to send emails about it. */
let listingId: number | null = null
const listeners = new Set<() => void>()

function set(id: number | null) {
  listingId = id
  for (const listener of listeners) listener()
}

/**
 * Asks, unless the student has answered in this session, already gets such emails, or wants no emails about saved things.
 */
export async function offerFavouriteMail(api: Api, id: number) {
  if (wasAsked()) return
  const account = await api.get<OwnAccount>(apiPaths.account).catch(() => null)
  if (account?.mailSaved && !account.mailFavourites) set(id)
}

export const closeFavouriteMailOffer = () => set(null)

/** Ends the question after an answer, or when it is closed without one. */
export function endFavouriteMailOffer() {
  try {
    sessionStorage.setItem(storageKey, 'yes')
  } catch {
    // Storage is disabled, so we ask again after the next first favourite.
  }
  set(null)
}

function wasAsked(): boolean {
  try {
    return sessionStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}

export const getFavouriteMailOffer = () => listingId

export function subscribeToFavouriteMailOffer(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
