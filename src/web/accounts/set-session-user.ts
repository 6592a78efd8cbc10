import type { Query, QueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#contract/accounts.ts'
import { sessionKey } from './session.tsx'

const isOtherQuery = ({ queryKey }: Query) => queryKey[0] !== sessionKey[0]

/** Updates the cached session. When the user, or what the user may see, changes, all other data is dropped or refetched. */
export function setSessionUser(queryClient: QueryClient, user: SessionUser | null) {
  const previous = queryClient.getQueryData<SessionUser | null>(sessionKey)
  // An answer that is still on its way is older than this user.
  void queryClient.cancelQueries({ queryKey: sessionKey })
  queryClient.setQueryData(sessionKey, user)
  const isSame = (['id', 'confirmation', 'role'] as const).every(
    (name) => previous?.[name] === user?.[name],
  )
  if (isSame) return
  queryClient.removeQueries({ predicate: isOtherQuery, type: 'inactive' })
  queryClient.invalidateQueries({ predicate: isOtherQuery })
}
