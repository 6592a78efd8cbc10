import { createContext } from 'react'
import { createStore } from '../../ui/store.ts'
import type { PendingFavourite } from './pending-favourite.ts'

/** The heart icon. All cards share one element, because a list has dozens of hearts. */
export const favouriteIcon = (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 20S4 15 4 9a4.3 4.3 0 0 1 8-2 4.3 4.3 0 0 1 8 2c0 6-8 11-8 11Z" />
  </svg>
)

/** The favourite button of a listing on the page, if there is one. */
export const findFavouriteToggle = (id: number) =>
  document.querySelector<HTMLElement>(`[data-favourite="${id}"]`)

/** Focuses the favourite button, unless something else has the focus. */
export function focusFavouriteToggle(id: number) {
  const toggle = findFavouriteToggle(id)
  if (toggle && document.activeElement?.contains(toggle)) toggle.focus({ preventScroll: true })
}

export interface HeartState {
  /** The listings that are shown as saved. */
  saved: ReadonlySet<number>
  /** Saves a listing, or removes it. Undefined until the code and the session have loaded. */
  press?: (listing: PendingFavourite) => void
  /** Whether the listing is only looked at, as a moderator does. */
  isHidden?: boolean
}

/** The state of all hearts. `FavouriteTasks` sets it, once its code and the session have loaded. */
export const heartStore = createStore<
  (HeartState & Required<Pick<HeartState, 'press'>>) | undefined
>(undefined)

export const notReady: HeartState = { saved: new Set() }
export const noHearts: HeartState = { ...notReady, isHidden: true }

/** One state and one handler for all hearts: a list has dozens of them. */
export const Hearts = createContext(notReady)
