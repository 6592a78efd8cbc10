import { useSyncExternalStore } from 'react'

/** Whether the browser says there is no network; never so on the server. */
export function useOffline(): boolean {
  return useSyncExternalStore(
    watchConnection,
    () => !navigator.onLine,
    () => false,
  )
}

export function watchConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Stands over every page while the network is away; what waits for it goes on by itself. */
export function OfflineBar() {
  const offline = useOffline()
  return (
    <div role="status">
      {offline && (
        <p className="bg-sun px-4 py-2 text-center text-sm">
          <strong>You are offline.</strong> The page goes on when the connection is back.
        </p>
      )}
    </div>
  )
}
