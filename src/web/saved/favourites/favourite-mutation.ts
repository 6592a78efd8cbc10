import {
  mutationOptions,
  type QueryClient,
  useMutationState,
  useQuery,
} from '@tanstack/react-query'
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
 * Saves a listing (true), or takes it off. While it is pending, `useIsFavourite` shows what was pressed; a failure
 * shows what the server said last, and asks it again.
 */
export const favouriteMutation = (
  { api, queryClient }: { api: Api; queryClient: QueryClient },
  { category, id }: PendingFavourite,
) =>
  mutationOptions({
    mutationKey: favouriteKey(id),
    // One after the other: of two quick presses the second counts.
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
      // The list is not refetched: it keeps the listing, so that it can be saved again.
      queryClient.invalidateQueries({ ...favouritesQuery(api), refetchType: 'none' })
      checkFavourites(api, queryClient)
    },
  })

/** The session has ended. The login leads back to the page, and saves what was to be saved. */
function logInAction(listing: PendingFavourite, isFavourite: boolean): ToastAction {
  const page = location.pathname + location.search
  const href = isFavourite ? logInToFavouritePath(page, listing) : pagePaths.login(page)
  return { label: 'Log in', href }
}

/** Whether a listing is a favourite: as last pressed until the server has answered. It does not use `useSession`, whose value is deferred. */
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

/** The key of the mutations of all favourites, or with an id, of one. */
export const favouriteKey = (...id: number[]) => ['favourite', ...id]

/** Shown until the server has been asked. Without the ETag, which is that of the favourites before. */
function setFavourite(queryClient: QueryClient, id: number, isFavourite: boolean) {
  overtakeChecks(queryClient)
  queryClient.setQueryData<WithEtag<SessionUser> | null>(sessionKey, (user) => {
    if (!user) return user
    const others = user.favourites.filter((each) => each !== id)
    return { ...user, favourites: isFavourite ? [id, ...others] : others, etag: null }
  })
}

/** Asks the server what is saved. An answer that a later press has overtaken is dropped. */
export const checkFavourites = (api: Api, queryClient: QueryClient) =>
  checkSession(api, queryClient, {
    isOvertaken: () => queryClient.isMutating({ mutationKey: favouriteKey() }) > 0,
  })

/** Tells other tabs that favourites have changed. */
export const { send: broadcastFavouritesChange, subscribe: onFavouritesBroadcast } =
  createTabBroadcast('favourites')
