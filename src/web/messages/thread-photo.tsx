import { inDisplayOrder, toPhotoSource } from '../listings/listing-photos.ts'
import { Photo } from '../ui/content/photo.tsx'
import type { Thread } from './message-queries.ts'

/** The cover photo of the thread's listing, or a placeholder. */
export function ThreadPhoto({ thread: { listing } }: { thread: Thread }) {
  const [cover] = inDisplayOrder(listing?.photos ?? [])
  return <Photo {...(cover ? toPhotoSource(cover, '') : { alt: '' })} sizes="56px" />
}
