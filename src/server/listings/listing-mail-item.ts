import type { Listing } from '#contract/listing.ts'
import { photoSrc } from '#contract/photos.ts'
import type { MailItem } from '../mail/mail-content.ts'
import { uploadedCover } from './present-listing.ts'

/** A listing in a mail, with its first photo that is not of another site. */
export function toMailItem(
  listing: Listing,
  { text, link, appUrl }: Pick<MailItem, 'text' | 'link'> & { appUrl: string },
): MailItem {
  const cover = uploadedCover(listing)
  return {
    title: listing.title,
    text,
    ...(cover && { photo: { ...cover, src: new URL(photoSrc(cover.url, 320), appUrl).href } }),
    ...(link && { link }),
  }
}
