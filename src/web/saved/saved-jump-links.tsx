import { useQuery } from '@tanstack/react-query'
import { pagePaths } from '#contract/paths.ts'
import { pluralize } from '#format/format.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { useSession } from '../session/session.tsx'
import { isShownFavourite } from './favourites/favourites-section.tsx'
import { favouritesQuery, savedSearchesQuery } from './saved-queries.ts'

/** Links to the two lists of the page, shown if neither is empty. */
export function SavedJumpLinks() {
  const api = useApi()
  const ids = useSession().user?.favourites ?? []
  const favourites = ids.length
  const searches = useQuery(savedSearchesQuery(api)).data?.results.length ?? 0
  const ended =
    useQuery(favouritesQuery(api)).data?.results.filter(
      (favourite) => ids.includes(favourite.id) && !isShownFavourite(favourite),
    ).length ?? 0
  if (favourites === 0 || searches === 0) return null
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
      <JumpLink id="favourites">
        {pluralize(favourites, 'favourite') + (ended > 0 ? ` (${ended} no longer available)` : '')}
      </JumpLink>
      <JumpLink id="searches">{searches === 1 ? '1 search' : `${searches} searches`}</JumpLink>
    </ul>
  )
}

function JumpLink({ id, children }: { id: string; children: string }) {
  return (
    <li>
      <Link
        to={`${pagePaths.saved}#${id}`}
        className="link inline-block py-1.5"
        onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}
      >
        {children}
      </Link>
    </li>
  )
}
