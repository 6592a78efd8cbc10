import type { Query, QueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#contract/accounts.ts'
import { sessionKey } from './session.ts'

const isOther = ({ queryKey }: Query) => queryKey[0] !== sessionKey[0]

/** Puts a student, or nobody, in the session's place; what was fetched for someone else goes. */
export function changeSession(queries: QueryClient, user: SessionUser | null) {
  const before = queries.getQueryData<SessionUser | null>(sessionKey)
  queries.setQueryData(sessionKey, user)
  if (before?.id === user?.id) return
  queries.removeQueries({ type: 'inactive', predicate: isOther })
  queries.invalidateQueries({ predicate: isOther })
}
