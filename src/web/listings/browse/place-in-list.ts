import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from '../../navigation/router.tsx'

/** How far down each entry of the history was, for as long as the page lives. */
const places = new Map<string, number>()

const useEffectBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** Back leads to the place in the list that was left; a new question starts at the top. */
export function usePlaceInList() {
  const { key, arrival } = useLocation()
  useEffectBeforePaint(() => {
    const place = arrival === 'POP' ? places.get(key) : 0
    if (place !== undefined) window.scrollTo({ top: place, behavior: 'instant' })
    const remember = () => places.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key, arrival])
}
