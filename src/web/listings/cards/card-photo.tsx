import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { isUploadedPhoto } from '#contract/photos.ts'
import { useToday } from '../../queries/use-today.ts'
import { Badge } from '../../ui/content/badge.tsx'
import { NoPhoto } from '../../ui/content/no-photo.tsx'
import { Photo } from '../../ui/content/photo.tsx'
import { displayAge } from '../listing-display.ts'
import { inDisplayOrder, toPhotoSource } from '../listing-photos.ts'
import { StatusBadge } from './status-badge.tsx'

/** The cover, with the status, the age and the number of photos on it. */
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
  const today = useToday()
  const [cover] = inDisplayOrder(listing.photo_info)
  const photoCount = listing.photo_info.filter(isUploadedPhoto).length
  return (
    <>
      {cover ? (
        <Photo {...toPhotoSource(cover, '')} sizes={sizes} priority={priority} />
      ) : (
        <NoPhoto label="No image" />
      )}
      <StatusBadge
        category={category}
        listing={listing}
        className="absolute top-3 left-3 mr-3 whitespace-normal"
      />
      <Badge
        variant="plain"
        className="absolute bottom-2.5 left-2.5 mr-2.5 whitespace-normal font-normal"
      >
        {displayAge(category, listing, today)}
        {photoCount > 1 && `\u00a0· ${photoCount} photos`}
      </Badge>
    </>
  )
}
