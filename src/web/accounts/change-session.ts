import type { SessionUser } from '#contract/accounts.ts'
import type { QueryKey } from '../queries/query.ts'
import type { QueryClient } from '../queries/query-client.ts'
import { sessionKey } from './session.ts'

const isOther = (key: QueryKey) => key[0] !== sessionKey[0]

/** Puts a student, or nobody, in the session's place; what was fetched for someone else goes. */
export function changeSession(queries: QueryClient, user: SessionUser | null) {
  const before = queries.getData<SessionUser | null>(sessionKey)
  queries.setData(sessionKey, user)
  if (before?.id === user?.id) return
  queries.forget(isOther)
  queries.invalidate(isOther)
}
