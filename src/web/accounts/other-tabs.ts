let channel: BroadcastChannel | undefined

// One channel for both ways: a channel does not hear itself. Opened late, since a server has no tabs.
function openChannel() {
  channel ??= new BroadcastChannel('session')
  return channel
}

/** Says that someone signed in or out here. */
export function tellOtherTabs() {
  openChannel().postMessage('changed')
}

export function hearOtherTabs(listener: () => void) {
  const heard = openChannel()
  heard.addEventListener('message', listener)
  return () => heard.removeEventListener('message', listener)
}
