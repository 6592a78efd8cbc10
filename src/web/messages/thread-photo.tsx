import { categoryById } from '#categories/index.ts'
import type { Thread } from '#contract/messages.ts'
import { inDisplayOrder, toPhotoSource, withReadablePhotos } from '../listings/listing-photos.ts'
import { Photo } from '../ui/content/photo.tsx'

/** The cover of its listing, or the placeholder. */
export function ThreadPhoto({ thread: { category, listing } }: { thread: Thread }) {
  const photos = listing && withReadablePhotos(categoryById[category], listing).photo_info
  const [cover] = inDisplayOrder(photos ?? [])
  return <Photo {...(cover ? toPhotoSource(cover, '') : { alt: '' })} sizes="56px" />
}
