import { useSession } from '../../session/session.tsx'
import { useHasLoggedIn } from '../../session/use-has-logged-in.ts'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { importFavouriteTasks } from '../lazy-student-components.ts'

/** Runs the tasks of favourites. The site's shell mounts it once; visitors load none of its code. */
export function FavouritesHost() {
  const { isLoggedIn } = useSession()
  const hasLoggedIn = useHasLoggedIn()
  const { Part: FavouriteTasks } = useLazyPart(importFavouriteTasks, { isNeeded: isLoggedIn })
  return isLoggedIn && FavouriteTasks && <FavouriteTasks hasLoggedIn={hasLoggedIn} />
}
