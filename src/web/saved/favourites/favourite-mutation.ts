import {
  mutationOptions,
  type QueryClient,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SessionUser } from '#contract/accounts.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { type Api, errorMessage, hasStatus, useApi, type WithEtag } from '../../queries/api.ts'
import { sessionKey, sessionQuery } from '../../session/session.tsx'
import { checkSession, overtakeChecks } from '../../session/set-session-user.ts'
import { showToast, type ToastAction } from '../../ui/overlays/toast-store.ts'
import { createTabBroadcast } from '../../ui/tab-broadcast.ts'
import { favouritesQuery } from '../saved-queries.ts'
import { offerFavouriteMail } from './favourite-mail-offer-store.ts'
import { logInToFavouritePath, type PendingFavourite } from './pending-favourite.ts'

/**
 * Saves a listing (true) or removes it from the favourites (false). While the request is pending, `useIsFavourite` shows
 * what was pressed. After a failure it shows the server's last answer, and the server is asked again.
 */
export const favouriteMutation = (
  { api, queryClient }: { api: Api; queryClient: QueryClient },
  { category, id }: PendingFavourite,
) =>
  mutationOptions({
    mutationKey: favouriteKey(id),
    // The scope runs requests one after the other, so that the second of two quick presses counts.
    scope: { id: `favourite ${id}` },
    onMutate: () => {
      const user = queryClient.getQueryData<SessionUser | null>(sessionKey)
      return { isFirst: user?.favourites.length === 0 }
    },
    mutationFn: async (isFavourite: boolean) => {
      const path = apiPaths.favourite(category, id)
      const options = { outlivesPage: true }
      await (isFavourite ? api.put(path, undefined, options) : api.delete(path, undefined, options))
    },
    onSuccess: async (_, isFavourite, { isFirst }) => {
      setFavourite(queryClient, id, isFavourite)
      if (isFavourite && isFirst) await offerFavouriteMail(api, id)
    },
    onError: (error, isFavourite) => {
      const action = hasStatus(error, 401)
        ? logInAction({ category, id }, isFavourite)
        : hasStatus(error, 429) && { label: 'See saved', href: pagePaths.saved }
      const text = errorMessage(error)
      showToast({ variant: 'danger', text, key: 'favourite', ...(action && { action }) })
    },
    onSettled: () => {
      broadcastFavouritesChange()
      // The list is not refetched: it keeps a removed listing, so that the student can save it again.
      queryClient.invalidateQueries({ ...favouritesQuery(api), refetchType: 'none' })
      checkFavourites(api, queryClient)
    },
  })

/** The action of the toast if the session has ended. The login leads back to the page, which then saves the listing. */
function logInAction(listing: PendingFavourite, isFavourite: boolean): ToastAction {
  const page = location.pathname + location.search
  const href = isFavourite ? logInToFavouritePath(page, listing) : pagePaths.login(page)
  return { label: 'Log in', href }
}

/**
 * Whether a listing is a favourite. Until the server has answered, the last press counts. `useSession` is not used here,
 * because its value is deferred.
 */
export function useIsFavourite(id: number): boolean {
  const { data: isFavourite = false } = useQuery({
    ...sessionQuery(useApi()),
    select: (user) => user?.favourites.includes(id) ?? false,
  })
  const pressed = useMutationState({
    filters: { mutationKey: favouriteKey(id), status: 'pending' },
    select: ({ state }) => state.variables as boolean,
  })
  return pressed.at(-1) ?? isFavourite
}

/**
 * Returns the listings that are favourites, or undefined until the session has loaded. A press counts before the server has
 * answered.
 */
export function readFavourites(queryClient: QueryClient): ReadonlySet<number> | undefined {
  const user = queryClient.getQueryData<SessionUser | null>(sessionKey)
  if (!user) return undefined
  const ids = new Set(user.favourites)
  const pending = queryClient
    .getMutationCache()
    .findAll({ mutationKey: favouriteKey(), status: 'pending' })
  for (const { options, state } of pending) {
    const id = options.mutationKey?.[1] as number
    if (state.variables) ids.add(id)
    else ids.delete(id)
  }
  return ids
}

/** Follows `readFavourites`. */
export function useFavourites(): ReadonlySet<number> | undefined {
  const queryClient = useQueryClient()
  const { data: user } = useQuery(sessionQuery(useApi()))
  const presses = useMutationState({
    filters: { mutationKey: favouriteKey(), status: 'pending' },
    select: ({ mutationId }) => mutationId,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are part of what it reads
  return useMemo(() => readFavourites(queryClient), [queryClient, user?.favourites, presses])
}

/** The mutation key of one favourite or, without an id, of all favourites. */
export const favouriteKey = (...id: number[]) => ['favourite', ...id]

/**
 * Changes the favourites in the cached session until the server is asked. The ETag is dropped, because it belongs to the
 * old favourites.
 */
function setFavourite(queryClient: QueryClient, id: number, isFavourite: boolean) {
  overtakeChecks(queryClient)
  queryClient.setQueryData<WithEtag<SessionUser> | null>(sessionKey, (user) => {
    if (!user) return user
    const others = user.favourites.filter((each) => each !== id)
    return { ...user, favourites: isFavourite ? [id, ...others] : others, etag: null }
  })
}

/** Asks the server for the favourites. If the student presses again in the meantime, the answer is dropped. */
export const checkFavourites = (api: Api, queryClient: QueryClient) =>
  checkSession(api, queryClient, {
    isOvertaken: () => queryClient.isMutating({ mutationKey: favouriteKey() }) > 0,
  })

/** Tells other tabs that favourites have changed, and listens to them. */
export const { send: broadcastFavouritesChange, subscribe: onFavouritesBroadcast } =
  createTabBroadcast('favourites')
