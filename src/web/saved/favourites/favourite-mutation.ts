import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { categoryById } from '#categories/index.ts'
import type { SessionUser } from '#contract/accounts.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { type Api, errorMessage, hasStatus } from '../../queries/api.ts'
import { sessionKey } from '../../session/session.tsx'
import { showToast, type ToastAction } from '../../ui/overlays/toast-store.ts'
import { favouritesQuery } from '../saved-queries.ts'
import { checkFavourites, favouriteKey, setFavourite } from './favourite-check.ts'
import { offerFavouriteMail } from './favourite-mail-offer-store.ts'
import { broadcastFavouritesChange } from './favourites-broadcast.ts'
import { logInToSavePath } from './log-in-to-save-path.ts'
import type { PendingSave } from './pending-save.ts'

/**
 * Saves a listing (true), or takes it off. While it is pending, `useIsFavourite` shows what was pressed; a failure
 * shows what the server said last, and asks it again.
 */
export const favouriteMutation = (
  { api, queryClient }: { api: Api; queryClient: QueryClient },
  { category, id }: PendingSave,
) =>
  mutationOptions({
    mutationKey: favouriteKey(id),
    // One after the other: of two quick presses the second counts.
    scope: { id: `favourite ${id}` },
    onMutate: () => {
      const user = queryClient.getQueryData<SessionUser | null>(sessionKey)
      return { isFirst: user?.favourites.length === 0 }
    },
    mutationFn: async (isSaved: boolean) => {
      const path = apiPaths.favourite(category, id)
      const options = { outlivesPage: true }
      await (isSaved ? api.put(path, undefined, options) : api.delete(path, undefined, options))
    },
    onSuccess: async (_, isSaved, { isFirst }) => {
      setFavourite(queryClient, id, isSaved)
      if (isSaved && isFirst) await offerFavouriteMail(api, id)
    },
    onError: (error, isSaved) => {
      const action = hasStatus(error, 401)
        ? logInAction({ category, id }, isSaved)
        : hasStatus(error, 429) && { label: 'See saved', href: pagePaths.saved }
      const text = errorMessage(error)
      showToast({ variant: 'danger', text, key: 'favourite', ...(action && { action }) })
    },
    onSettled: () => {
      broadcastFavouritesChange()
      // Not fetched: a list that is shown keeps the listing, so that it can be saved again.
      queryClient.invalidateQueries({ ...favouritesQuery(api), refetchType: 'none' })
      checkFavourites(api, queryClient)
    },
  })

/** The session has ended. The login leads back to the page, and saves what was to be saved. */
function logInAction({ category, id }: PendingSave, isSaved: boolean): ToastAction {
  const page = location.pathname + location.search
  const href = isSaved ? logInToSavePath(page, categoryById[category], id) : pagePaths.login(page)
  return { label: 'Log in', href }
}
