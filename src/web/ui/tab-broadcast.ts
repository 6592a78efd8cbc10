/** Tells the other tabs of this browser that something has changed. */
export function createTabBroadcast(name: string) {
  let channel: BroadcastChannel | undefined
  // The same channel sends and receives, because a channel does not receive its own messages. The server never opens it.
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
