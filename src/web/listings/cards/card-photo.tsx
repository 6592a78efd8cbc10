import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { NoPhoto } from '../../ui/no-photo.tsx'
import { Photo } from '../../ui/photo.tsx'
import { inDisplayOrder, toPhotoSource } from '../listing-photos.ts'
import { StatusBadge } from './status-badge.tsx'

/** The cover, with the status on it. */
export function CardPhoto({
  category,
  listing,
  sizes,
  priority = false,
}: {
  category: AnyCategory
  listing: Listing
  sizes: string
  priority?: boolean
}) {
  const [cover] = inDisplayOrder(listing.photo_info)
  return (
    <>
      {cover ? (
        <Photo {...toPhotoSource(cover, '')} sizes={sizes} priority={priority} />
      ) : (
        <NoPhoto label="No image" />
      )}
      <StatusBadge category={category} listing={listing} className="absolute top-3 left-3" />
    </>
  )
}
