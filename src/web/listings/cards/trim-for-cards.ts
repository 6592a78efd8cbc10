import type { CloseMatch, WireListing } from '#contract/listings.ts'
import { isUploadedPhoto, type PhotoInfo } from '#contract/photos.ts'
import { inDisplayOrder } from '../listing-photos.ts'

interface Cards {
  results: readonly WireListing[]
  close?: readonly CloseMatch<WireListing>[]
}

/** Removes what cards do not show from a page of results. */
export const trimForCards = <Page extends Cards>(page: Page): Page => ({
  ...page,
  results: page.results.map(trimForCard),
  ...(page.close && {
    close: page.close.map(({ reason, listing }) => ({ reason, listing: trimForCard(listing) })),
  }),
})

/** Trims only on the server, to make the page's state smaller. The browser keeps what it fetched. */
export const trimForCard = <Wire extends WireListing>(listing: Wire): Wire =>
  import.meta.env.SSR ? trim(listing) : listing

/** Matches more text than any card shows. The pattern counts code points, so that it never cuts a character in half. */
const shownDescription = /^.{0,300}/su

/** Keeps the cover as it is. The other photos are only counted. */
function trim<Wire extends WireListing>(listing: Wire): Wire {
  const [cover, ...others] = inDisplayOrder(listing.photo_info)
  return {
    ...listing,
    description: listing.description?.match(shownDescription)?.[0] ?? null,
    photos: [],
    photo_info: cover ? [cover, ...others.map(countedOnly)] : [],
  }
}

const countedOnly = (info: PhotoInfo): PhotoInfo =>
  isUploadedPhoto(info) ? { ...info, url: '', preview: '' } : info
