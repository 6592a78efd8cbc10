import type { QueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#contract/accounts.ts'
import { fetchSession, sessionKey } from '../accounts/session.tsx'
import { setSessionUser } from '../accounts/set-session-user.ts'
import type { Api, WithEtag } from '../api.ts'

/** Of the mutations of all hearts; with an id, of one. */
export const favouriteKey = (...id: number[]) => ['favourite', ...id]

/** Shown until the server has been asked. Without the ETag, which is that of the favourites before. */
export function setFavourite(queryClient: QueryClient, id: number, isSaved: boolean) {
  queryClient.setQueryData<WithEtag<SessionUser> | null>(sessionKey, (user) => {
    if (!user) return user
    const others = user.favourites.filter((each) => each !== id)
    return { ...user, favourites: isSaved ? [id, ...others] : others, etag: null }
  })
}

const lastChecks = new WeakMap<QueryClient, symbol>()

/** Asks the server what is saved. A response that a later press or question has overtaken is dropped. */
export async function checkFavourites(api: Api, queryClient: QueryClient) {
  const check = Symbol('check')
  lastChecks.set(queryClient, check)
  const kept = queryClient.getQueryData<SessionUser | null>(sessionKey)
  // A failed request does not mean that the session ended.
  const user = await fetchSession(api, kept).catch(() => undefined)
  const isOvertaken =
    lastChecks.get(queryClient) !== check ||
    queryClient.isMutating({ mutationKey: favouriteKey() }) > 0
  if (user !== undefined && !isOvertaken) setSessionUser(queryClient, user)
}
