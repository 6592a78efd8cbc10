import { queryOptions, useQuery } from '@tanstack/react-query'
import type { SessionUser } from '#contract/accounts.ts'
import { type Api, useApi } from '../api.ts'

/** The signed-in student, or null; an error in the answer means nobody is signed in. */
export function sessionQuery(api: Api) {
  return queryOptions({
    queryKey: ['session'],
    queryFn: async () => {
      const answer = await api.get<SessionUser | { error: string }>('/api/auth/me')
      return 'error' in answer ? null : answer
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useSession() {
  const { data: user, isPending } = useQuery(sessionQuery(useApi()))
  return { user: user ?? null, isPending }
}
