let channel: BroadcastChannel | undefined

// One channel to send and receive: it does not receive its own messages. Opened lazily, never on the server.
function openChannel() {
  channel ??= new BroadcastChannel('session')
  return channel
}

/** Tells other tabs of a login or logout. */
export function broadcastSessionChange() {
  openChannel().postMessage('changed')
}

export function onSessionBroadcast(listener: () => void) {
  const opened = openChannel()
  opened.addEventListener('message', listener)
  return () => opened.removeEventListener('message', listener)
}
