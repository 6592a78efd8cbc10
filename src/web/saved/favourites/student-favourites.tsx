import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useApi } from '../../queries/api.ts'
import { useSession } from '../../session/session.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { favouritesQuery } from '../saved-queries.ts'
import { findFavouriteToggle, focusFavouriteToggle, heartStore } from './favourite-element.tsx'
import { FavouriteMailOffer } from './favourite-mail-offer.tsx'
import { favouriteMailOffer } from './favourite-mail-offer-store.ts'
import {
  checkFavourites,
  favouriteMutation,
  onFavouritesBroadcast,
  readFavourites,
  useFavourites,
} from './favourite-mutation.ts'
import { type PendingFavourite, parsePendingFavourite } from './pending-favourite.ts'

/** Sets what all hearts show and what a press on one of them does. */
function useHearts() {
  const api = useApi()
  const queryClient = useQueryClient()
  const saved = useFavourites()
  // A layout effect, so that a heart changes in the same frame as everything else that the press changes.
  useLayoutEffect(() => {
    if (!saved) return
    const press = (listing: PendingFavourite) => {
      const options = favouriteMutation({ api, queryClient }, listing)
      const isSaved = readFavourites(queryClient)?.has(listing.id) ?? false
      const mutation = queryClient.getMutationCache().build(queryClient, options)
      // The mutation itself reports a failure.
      mutation.execute(!isSaved).catch(() => undefined)
    }
    heartStore.set({ saved, press })
  }, [api, queryClient, saved])
  useLayoutEffect(() => () => heartStore.set(undefined), [])
}

/**
 * The tasks of favourites: handle the presses on hearts, follow other tabs, save the listing for which a visitor logged in, and ask
 * about emails.
 */
export function FavouriteTasks({ hasLoggedIn }: { hasLoggedIn: boolean }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { hash } = useLocation()
  const { user } = useSession()
  useHearts()
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
