import { useSession } from '../../session/session.tsx'
import { useHasLoggedIn } from '../../session/use-has-logged-in.ts'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { importFavouriteTasks } from '../lazy-student-components.ts'

/** Mounted once, by the site's shell. Visitors load none of it. */
export function FavouritesHost() {
  const { isLoggedIn } = useSession()
  const hasLoggedIn = useHasLoggedIn()
  const { Part: FavouriteTasks } = useLazyPart(importFavouriteTasks, { isNeeded: isLoggedIn })
  return isLoggedIn && FavouriteTasks && <FavouriteTasks hasLoggedIn={hasLoggedIn} />
}
