import { offlineMessage } from '../queries/api.ts'
import { useIsOnline } from './use-is-online.ts'

export function OfflineBar() {
  const isOnline = useIsOnline()
  return (
    <div role="status" className="sticky top-header z-30">
      {!isOnline && <p className="bg-sun px-4 py-2 text-center text-sm">{offlineMessage}</p>}
    </div>
  )
}
