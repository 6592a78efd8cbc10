import { useMutationState, useQuery } from '@tanstack/react-query'
import { useApi } from '../../queries/api.ts'
import { sessionQuery } from '../../session/session.tsx'
import { favouriteKey } from './favourite-check.ts'

/** As it was pressed last, until the server has answered. Not from `useSession`, whose value is deferred. */
export function useIsFavourite(id: number): boolean {
  const { data: isSaved = false } = useQuery({
    ...sessionQuery(useApi()),
    select: (user) => user?.favourites.includes(id) ?? false,
  })
  const pressed = useMutationState({
    filters: { mutationKey: favouriteKey(id), status: 'pending' },
    select: ({ state }) => state.variables as boolean,
  })
  return pressed.at(-1) ?? isSaved
}
