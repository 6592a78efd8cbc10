import { useState } from 'react'
import { isListed } from '#contract/listing-status.ts'
import type { OwnListing } from '#contract/listings.ts'

interface Place {
  id: number
  hasEnded: boolean
}

/** Where each listing was when it was first seen; the places of new ones come first. */
export function addPlaces(places: readonly Place[], listings: readonly OwnListing[]) {
  const known = new Set(places.map(({ id }) => id))
  const added = listings.filter(({ id }) => !known.has(id))
  if (added.length === 0) return places
  return [...added.map((listing) => ({ id: listing.id, hasEnded: hasEnded(listing) })), ...places]
}

/** What waits for a moderator or can be appealed is not to be overlooked. */
const hasEnded = ({ status, moderation }: OwnListing) =>
  !isListed(status) && status !== 'hidden' && !moderation?.appeal_until && !moderation?.appealed_at

/**
 * The listings in their places. A card keeps its own until the page is opened again: if it moved when it is sold or
 * renewed, the second click of a double click would press a button of another one.
 */
export function usePlaces(listings: readonly OwnListing[]) {
  const [places, setPlaces] = useState<readonly Place[]>([])
  const current = addPlaces(places, listings)
  if (current !== places) setPlaces(current)
  const byId = new Map(listings.map((listing) => [listing.id, listing]))
  const listingsAt = (hasEnded: boolean) =>
    current.filter((place) => place.hasEnded === hasEnded).flatMap(({ id }) => byId.get(id) ?? [])
  return { listed: listingsAt(false), ended: listingsAt(true) }
}
