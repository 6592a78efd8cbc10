import type { OwnAccount } from '#contract/own-account.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Api } from '../../queries/api.ts'
import { createStorage, createStore } from '../../ui/store.ts'

/** The id of the first saved listing, while we ask the student whether to send emails about it. */
export const favouriteMailOffer = createStore<number | null>(null)

const wasAsked = createStorage<boolean>('sessionStorage', 'favourite-mail-asked')

/**
 * Asks, unless the student has answered in this session, already gets such emails, or wants no emails about saved things.
 */
export async function offerFavouriteMail(api: Api, id: number) {
  if (wasAsked.read()) return
  const account = await api.get<OwnAccount>(apiPaths.account).catch(() => null)
  if (account?.mailSaved && !account.mailFavourites) favouriteMailOffer.set(id)
}

export const closeFavouriteMailOffer = () => favouriteMailOffer.set(null)

/** Ends the question after an answer, or when it is closed without one. */
export function endFavouriteMailOffer() {
  wasAsked.write(true)
  closeFavouriteMailOffer()
}
