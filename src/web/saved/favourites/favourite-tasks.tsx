import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useApi } from '../../queries/api.ts'
import { useSession } from '../../session/session.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { favouritesQuery } from '../saved-queries.ts'
import { checkFavourites } from './favourite-check.ts'
import { FavouriteMailOffer } from './favourite-mail-offer.tsx'
import { getFavouriteMailOffer } from './favourite-mail-offer-store.ts'
import { favouriteMutation } from './favourite-mutation.ts'
import { onFavouritesBroadcast } from './favourites-broadcast.ts'
import { findHeart, focusHeart } from './find-heart.ts'
import { type PendingSave, parsePendingSave } from './pending-save.ts'

/** What hearts do beside the card: follow other tabs, save what a login was for, and ask about mail. */
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
    // A press that failed without a connection may have reached the server.
    addEventListener('online', check)
    return () => {
      unsubscribe()
      removeEventListener('online', check)
    }
  }, [api, queryClient])
  // Not for who is logged in already: a link that others wrote must save nothing.
  const pending = hasLoggedIn && user ? parsePendingSave(hash) : undefined
  return (
    <>
      {pending && <SavePending key={hash} {...pending} />}
      <FavouriteMailOffer />
    </>
  )
}

/** Saves a listing once: it removes the hash that asks for it. */
function SavePending(listing: PendingSave) {
  const context = { api: useApi(), queryClient: useQueryClient() }
  const { mutateAsync } = useMutation(favouriteMutation(context, listing))
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const save = useEffectEvent(async () => {
    findHeart(listing.id)?.scrollIntoView({ behavior: 'instant', block: 'center' })
    navigate(pathname + search, { replace: true, state, preventScrollReset: true })
    await mutateAsync(true).finally(() => focusHeart(listing.id))
    // What asks about mail says it already.
    if (getFavouriteMailOffer() !== listing.id) showToast({ variant: 'ok', text: 'Saved' })
  })
  useEffect(() => {
    // The mutation itself tells of a failure.
    save().catch(() => undefined)
  }, [])
  return null
}
