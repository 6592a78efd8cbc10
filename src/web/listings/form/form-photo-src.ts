import type { AnyCategory } from '#categories/index.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import type { Listing } from '#contract/listings.ts'
import { isUploadUrl, photoSrc } from '#contract/photos.ts'
import { privatePhotoUrl } from '../listing-photos.ts'

/** Of a photo in a form; those of the listing that it edits may be readable only through that. */
export function formPhotoSrc(
  category: AnyCategory,
  listing: Listing | undefined,
  url: string,
): string {
  if (!isUploadUrl(url)) return ''
  const src = photoSrc(url, 320)
  const isPrivate = listing && isTakenDown(listing.status) && listing.photos.includes(url)
  return isPrivate ? privatePhotoUrl(category, listing, src) : src
}

/** Which of a draft's photos the server has deleted since. Without a connection none is known to be. */
export async function findDeletedPhotos(urls: readonly string[]): Promise<string[]> {
  const isDeleted = async (url: string) => {
    if (!isUploadUrl(url)) return false
    const response = await fetch(photoSrc(url, 320), { method: 'HEAD' }).catch(() => undefined)
    return response?.status === 404
  }
  const deleted = await Promise.all(urls.map(isDeleted))
  return urls.filter((_, index) => deleted[index])
}
