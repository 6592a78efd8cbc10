import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { CategoryId } from '#categories/index.ts'
import { useApi } from '../../queries/api.ts'
import { useSession } from '../../session/session.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { favouritesQuery } from '../saved-queries.ts'
import { favouriteIcon, findFavouriteToggle, focusFavouriteToggle } from './favourite-element.tsx'
import { FavouriteMailOffer } from './favourite-mail-offer.tsx'
import { favouriteMailOffer } from './favourite-mail-offer-store.ts'
import {
  checkFavourites,
  favouriteMutation,
  onFavouritesBroadcast,
  useIsFavourite,
} from './favourite-mutation.ts'
import { type PendingFavourite, parsePendingFavourite } from './pending-favourite.ts'

/** The favourite button for students. It is shown as pressed while the listing is a favourite. */
export function FavouriteButton({
  category,
  id,
  title,
  className,
}: {
  category: CategoryId
  id: number
  title: string
  className: string
}) {
  const context = { api: useApi(), queryClient: useQueryClient() }
  const { mutate } = useMutation(favouriteMutation(context, { category, id }))
  const isFavourite = useIsFavourite(id)
  return (
    <button
      type="button"
      className={className}
      aria-label={`Save ${title}`}
      aria-pressed={isFavourite}
      data-favourite={id}
      onClick={() => mutate(!isFavourite)}
    >
      {favouriteIcon}
    </button>
  )
}

/**
 * The tasks of favourites outside the cards: follow other tabs, save the listing for which a visitor logged in, and ask
 * about emails.
 */
export function FavouriteTasks({ hasLoggedIn }: { hasLoggedIn: boolean }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { hash } = useLocation()
  const { user } = useSession()
  useEffect(() => {
    const check = () => {
      checkFavourites(api, queryClient)
      queryClient.invalidateQueries(favouritesQuery(api))
    }
    const unsubscribe = onFavouritesBroadcast(check)
    // A press that failed for lack of a connection may still have reached the server.
    addEventListener('online', check)
    return () => {
      unsubscribe()
      removeEventListener('online', check)
    }
  }, [api, queryClient])
  // Save only after a login in this tab: a link that somebody else wrote must not save anything.
  const pending = hasLoggedIn && user ? parsePendingFavourite(hash) : undefined
  return (
    <>
      {pending && <SavePendingFavourite key={hash} {...pending} />}
      <FavouriteMailOffer />
    </>
  )
}

/** Saves a listing once, because it removes the hash that asks for that. */
function SavePendingFavourite(listing: PendingFavourite) {
  const context = { api: useApi(), queryClient: useQueryClient() }
  const { mutateAsync } = useMutation(favouriteMutation(context, listing))
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const save = useEffectEvent(async () => {
    findFavouriteToggle(listing.id)?.scrollIntoView({ behavior: 'instant', block: 'center' })
    navigate(pathname + search, { replace: true, state, preventScrollReset: true })
    await mutateAsync(true).finally(() => focusFavouriteToggle(listing.id))
    // If we ask whether to email about it, that question already says that the listing was saved.
    if (favouriteMailOffer.get() !== listing.id) showToast({ variant: 'ok', text: 'Saved' })
  })
  useEffect(() => {
    // The mutation itself reports a failure.
    save().catch(() => undefined)
  }, [])
  return null
}
