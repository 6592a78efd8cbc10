import type { Query, QueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#contract/accounts.ts'
import type { Api } from '../queries/api.ts'
import { createTabBroadcast } from '../ui/tab-broadcast.ts'
import { fetchSession, sessionKey } from './session.tsx'

/** Tells the other tabs about logins and logouts. */
export const { send: broadcastSessionChange, subscribe: onSessionBroadcast } =
  createTabBroadcast('session')

/** Numbers requests and changes in order, for each client: tests and the server have several clients. */
const clocks = new WeakMap<QueryClient, { last: number; changed: number }>()

function clockOf(queryClient: QueryClient) {
  const clock = clocks.get(queryClient) ?? { last: 0, changed: 0 }
  clocks.set(queryClient, clock)
  return clock
}

/** Drops the answers to all requests that `checkSession` has sent so far. */
export function overtakeChecks(queryClient: QueryClient) {
  const clock = clockOf(queryClient)
  clock.changed = ++clock.last
}

interface CheckOptions {
  request?: (api: Api, kept?: SessionUser | null) => Promise<SessionUser | null>
  /** Returns whether the answer is out of date. Called once the answer has arrived. */
  isOvertaken?: () => boolean
}

/**
 * Asks the server for the session. Drops a slow answer if a later answer, a login or a logout came before it. A failed
 * request does not mean that the session has ended.
 */
export async function checkSession(
  api: Api,
  queryClient: QueryClient,
  { request = fetchSession, isOvertaken = () => false }: CheckOptions = {},
) {
  const clock = clockOf(queryClient)
  const asked = ++clock.last
  const kept = queryClient.getQueryData<SessionUser | null>(sessionKey)
  const user = await request(api, kept).catch(() => undefined)
  if (user === undefined || asked < clock.changed || isOvertaken()) return
  applyUser(queryClient, user)
  clock.changed = asked
}

const isOtherQuery = ({ queryKey }: Query) => queryKey[0] !== sessionKey[0]

/** Updates the cached session. If the student or their permissions change, all other data is dropped or refetched. */
export function setSessionUser(queryClient: QueryClient, user: SessionUser | null) {
  overtakeChecks(queryClient)
  applyUser(queryClient, user)
}

function applyUser(queryClient: QueryClient, user: SessionUser | null) {
  const previous = queryClient.getQueryData<SessionUser | null>(sessionKey)
  // An answer that is still under way is older than this user.
  void queryClient.cancelQueries({ queryKey: sessionKey })
  queryClient.setQueryData(sessionKey, user)
  const isSame = (['id', 'confirmation', 'role', 'secondFactor'] as const).every(
    (name) => previous?.[name] === user?.[name],
  )
  if (isSame) return
  queryClient.removeQueries({ predicate: isOtherQuery, type: 'inactive' })
  queryClient.invalidateQueries({ predicate: isOtherQuery })
}
