import { useQuery } from '@tanstack/react-query'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { useSession } from '../session/session.tsx'
import { savedSearchesQuery } from './saved-queries.ts'

/** Links to the two lists of the page, shown if neither is empty. */
export function SavedJumpLinks() {
  const favourites = useSession().user?.favourites.length ?? 0
  const searches = useQuery(savedSearchesQuery(useApi())).data?.results.length ?? 0
  if (favourites === 0 || searches === 0) return null
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
      <JumpLink id="favourites">
        {favourites === 1 ? '1 favourite' : `${favourites} favourites`}
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
