import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useSession } from '../../session/session.tsx'
import { useHasLoggedIn } from '../../session/use-has-logged-in.ts'
import { useStore } from '../../ui/store.ts'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { importFavouriteTasks } from '../lazy-student-components.ts'
import { type HeartState, Hearts, heartStore, notReady } from './favourite-element.tsx'
import type { PendingFavourite } from './pending-favourite.ts'

/** Runs the tasks of favourites around the whole site. Visitors load none of its code. */
export function FavouritesHost({ children }: { children: ReactNode }) {
  const { isLoggedIn } = useSession()
  const hasLoggedIn = useHasLoggedIn()
  const {
    Part: FavouriteTasks,
    hasFailed,
    press: loadAgain,
    isPressed,
  } = useLazyPart(importFavouriteTasks, { isNeeded: isLoggedIn })
  const loaded = useStore(heartStore)
  const pressed = useRef<PendingFavourite>(undefined)
  // Repeat a press that came before the code had loaded.
  useEffect(() => {
    if (loaded && isPressed && pressed.current) loaded.press(pressed.current)
    if (loaded) pressed.current = undefined
  }, [loaded, isPressed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a failure changes what a press does
  const hearts = useMemo((): HeartState => {
    if (loaded || !hasFailed) return loaded ?? notReady
    const keepPress = (listing: PendingFavourite) => {
      pressed.current = listing
      loadAgain()
    }
    return { ...notReady, press: keepPress }
  }, [loaded, hasFailed])
  return (
    <Hearts value={hearts}>
      {children}
      {isLoggedIn && FavouriteTasks && <FavouriteTasks hasLoggedIn={hasLoggedIn} />}
    </Hearts>
  )
}
