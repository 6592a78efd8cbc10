const subscribe = (onChange: () => void): (() => void) => {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Whether the browser reports a network connection; the server counts as online. */
export const onlineManager = {
  isOnline: (): boolean => globalThis.navigator?.onLine !== false,
  subscribe,
}
