import type { Listing } from '#contract/listings.ts'
import { isUploadedPhoto, type PhotoInfo } from '#contract/photos.ts'
import { inDisplayOrder } from '../listing-photos.ts'

export const forCards = <Page extends { results: readonly Listing[] }>(page: Page): Page => ({
  ...page,
  results: page.results.map(forCard),
})

/** A listing without what cards do not show, for the state of its page: what the browser fetches stays as it is. */
export const forCard = (listing: Listing): Listing =>
  import.meta.env.SSR ? trim(listing) : listing

/** More than two lines of any card. By code points, so that no half of one is left. */
const shownDescription = /^.{0,300}/su

/** Photos after the cover are only counted. */
function trim(listing: Listing): Listing {
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
