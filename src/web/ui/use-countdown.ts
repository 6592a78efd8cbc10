import { useCallback, useSyncExternalStore } from 'react'

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1000))

/** The seconds until a time, in milliseconds; 0 when it has passed. */
export function useCountdown(time: number): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (secondsUntil(time) === 0) return () => undefined
      const timer = setInterval(() => {
        if (secondsUntil(time) === 0) clearInterval(timer)
        listener()
      }, 1000)
      return () => clearInterval(timer)
    },
    [time],
  )
  return useSyncExternalStore(
    subscribe,
    () => secondsUntil(time),
    () => 0,
  )
}
