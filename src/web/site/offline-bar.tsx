import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { offlineMessage } from '../queries/api.ts'

export function OfflineBar() {
  const isOnline = useIsOnline()
  return (
    <div role="status" className="sticky top-header z-30">
      {!isOnline && <p className="bg-sun px-4 py-2 text-center text-sm">{offlineMessage}</p>}
    </div>
  )
}

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange)

/** Returns whether the browser reports a network connection. On the server it is true. */
export const useIsOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => onlineManager.isOnline(),
    () => true,
  )
