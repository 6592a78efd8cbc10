import { createTabBroadcast } from '../../ui/tab-broadcast.ts'

/** Of searches that were saved, changed or deleted. */
export const { send: broadcastSearchChange, subscribe: onSearchBroadcast } =
  createTabBroadcast('saved-searches')
