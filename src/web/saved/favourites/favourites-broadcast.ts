import { createTabBroadcast } from '../../ui/tab-broadcast.ts'

/** Of listings that were saved or taken off. */
export const { send: broadcastFavouritesChange, subscribe: onFavouritesBroadcast } =
  createTabBroadcast('favourites')
