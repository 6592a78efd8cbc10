import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

/** A quick navigation shows no bar. */
const delayMs = 150

/** Shows that the next page is loading. */
export function PendingBar() {
  const isPending = useNavigation().state !== 'idle'
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setShown(true), delayMs)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [isPending])
  return (
    <div role="status" className="site-pending">
      {isShown && <span className="sr-only">Loading…</span>}
    </div>
  )
}
