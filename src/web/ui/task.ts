import { useRef, useState } from 'react'

/** Work that takes a while: whether it is under way, and whether it failed the last time. */
export function useTask(work: () => Promise<void>) {
  const [outcome, setOutcome] = useState<'none' | 'pending' | 'failed'>('none')
  const underWay = useRef(false)
  const run = async () => {
    // A second press can come before the button shows that it is busy.
    if (underWay.current) return
    underWay.current = true
    setOutcome('pending')
    const failed = await work().then(
      () => false,
      () => true,
    )
    underWay.current = false
    setOutcome(failed ? 'failed' : 'none')
  }
  return {
    run,
    isPending: outcome === 'pending',
    isFailed: outcome === 'failed',
    forget: () => setOutcome('none'),
  }
}
