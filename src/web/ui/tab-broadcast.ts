/** Tells the other tabs of this browser that something has changed. */
export function createTabBroadcast(name: string) {
  let channel: BroadcastChannel | undefined
  // One channel to send and receive: it does not receive its own messages. Opened lazily, never on the server.
  const open = () => {
    channel ??= new BroadcastChannel(name)
    return channel
  }
  return {
    send: () => open().postMessage('changed'),
    subscribe(listener: () => void) {
      const opened = open()
      opened.addEventListener('message', listener)
      return () => opened.removeEventListener('message', listener)
    },
  }
}
