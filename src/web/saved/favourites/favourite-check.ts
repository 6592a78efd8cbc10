import type { QueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#contract/accounts.ts'
import type { Api, WithEtag } from '../../queries/api.ts'
import { sessionKey } from '../../session/session.tsx'
import { checkSession, overtakeChecks } from '../../session/set-session-user.ts'

/** Of the mutations of all hearts; with an id, of one. */
export const favouriteKey = (...id: number[]) => ['favourite', ...id]

/** Shown until the server has been asked. Without the ETag, which is that of the favourites before. */
export function setFavourite(queryClient: QueryClient, id: number, isSaved: boolean) {
  overtakeChecks(queryClient)
  queryClient.setQueryData<WithEtag<SessionUser> | null>(sessionKey, (user) => {
    if (!user) return user
    const others = user.favourites.filter((each) => each !== id)
    return { ...user, favourites: isSaved ? [id, ...others] : others, etag: null }
  })
}

/** Asks the server what is saved. An answer that a later press has overtaken is dropped. */
export const checkFavourites = (api: Api, queryClient: QueryClient) =>
  checkSession(api, queryClient, {
    isOvertaken: () => queryClient.isMutating({ mutationKey: favouriteKey() }) > 0,
  })
