import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../../queries/api.ts'
import { useSession } from '../../session/session.tsx'
import { favouritesQuery } from '../saved-queries.ts'
import { lacksFavourite } from './saved-favourites.ts'

const none: number[] = []

/** The student's favourites, and which of them the page shows. */
export function useShownFavourites() {
  const savedIds = useSession().user?.favourites ?? none
  const query = useQuery({
    ...favouritesQuery(useApi()),
    // One may have ended, or have a new price.
    refetchOnWindowFocus: 'always',
  })
  const { data, refetch } = query
  const [shownIds, setShownIds] = useState<ReadonlySet<number>>(() => new Set(savedIds))
  // Set while rendering, so that no list without them is painted.
  if (savedIds.some((id) => !shownIds.has(id))) setShownIds(new Set([...shownIds, ...savedIds]))

  const refetchIfLacking = useEffectEvent(() => {
    if (data && lacksFavourite(data, savedIds)) refetch()
  })
  // Each set of ids once: what the server does not list would be asked for without end.
  const key = savedIds.join()
  useEffect(() => {
    if (key) refetchIfLacking()
  }, [key])

  return { query, savedIds, shownIds }
}
