import type { WireListing } from '#contract/listings.ts'
import { isUploadedPhoto, type PhotoInfo } from '#contract/photos.ts'
import { inDisplayOrder } from '../listing-photos.ts'

/** A page of results without what cards do not show. */
export const trimForCards = <Page extends { results: readonly WireListing[] }>(
  page: Page,
): Page => ({ ...page, results: page.results.map(trimForCard) })

/** Trims on the server only, to make the state of the page smaller. The browser keeps what it fetched. */
export const trimForCard = <Wire extends WireListing>(listing: Wire): Wire =>
  import.meta.env.SSR ? trim(listing) : listing

/** More than two lines of any card. It counts code points, so that no half of one is left. */
const shownDescription = /^.{0,300}/su

/** Photos after the cover are only counted. */
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
