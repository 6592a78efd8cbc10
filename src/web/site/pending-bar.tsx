import { useNavigation } from 'react-router'

/** Shows that the next page is loading. Its animation starts late: a quick navigation shows none. */
export function PendingBar() {
  const isPending = useNavigation().state !== 'idle'
  return (
    <div role="status" className="site-pending">
      {isPending && <span className="sr-only">Loading…</span>}
    </div>
  )
}
