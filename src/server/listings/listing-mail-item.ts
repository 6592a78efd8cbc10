import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { isUploadedPhoto, photoSrc } from '#contract/photos.ts'
import { listingTitle } from '#contract/wire-functions.ts'
import type { MailItem } from '../mail/mail-content.ts'

/** A listing in a mail, with its first photo that is not of another site. */
export function toMailItem(
  category: AnyCategory,
  listing: Listing,
  { text, link, appUrl }: Pick<MailItem, 'text' | 'link'> & { appUrl: string },
): MailItem {
  const cover = listing.photo_info.find(isUploadedPhoto)
  return {
    title: listingTitle(category, listing),
    text,
    ...(cover && { photo: { ...cover, src: new URL(photoSrc(cover.url, 320), appUrl).href } }),
    ...(link && { link }),
  }
}
