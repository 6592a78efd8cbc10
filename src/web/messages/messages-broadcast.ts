import { createTabBroadcast } from '../ui/tab-broadcast.ts'

/** Of messages that were sent or read. */
export const { send: broadcastMessagesChange, subscribe: onMessagesBroadcast } =
  createTabBroadcast('messages')
