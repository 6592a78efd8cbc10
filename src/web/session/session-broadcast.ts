import { createTabBroadcast } from '../ui/tab-broadcast.ts'

/** Of logins and logouts. */
export const { send: broadcastSessionChange, subscribe: onSessionBroadcast } =
  createTabBroadcast('session')
