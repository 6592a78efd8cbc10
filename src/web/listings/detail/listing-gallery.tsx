import { useState } from 'react'
import type { Listing } from '#contract/listing.ts'
import { isUploadedPhoto } from '#contract/photos.ts'
import { FavouriteToggle } from '../../saved/favourites/favourite-toggle.tsx'
import { Carousel } from '../../ui/content/carousel.tsx'
import { NoPhoto } from '../../ui/content/no-photo.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { mayHavePhotos, StatusBadge } from '../cards/card-parts.tsx'
import { displayTitle } from '../listing-display.ts'
import { inDisplayOrder, toPhotoSource } from '../listing-photos.ts'

const PhotoViewer = lazyDialog(async () => (await import('./photo-viewer.tsx')).PhotoViewer)

export function ListingGallery({
  listing,
  isPartial = false,
}: {
  listing: Listing
  /** Whether only the cover is known. The other photos are only counted. */
  isPartial?: boolean
}) {
  const [viewer, setViewer] = useState({ startAt: 0, open: false })
  const title = displayTitle(listing)
  const infos = inDisplayOrder(listing.photos)
  const photos = infos.map((info, index) => {
    const alt = infos.length > 1 ? `${title}, photo ${index + 1}` : title
    return isPartial && index > 0 ? { alt, isPending: true } : toPhotoSource(info, alt)
  })
  const hasPhoto = infos.some(isUploadedPhoto)
  if (!mayHavePhotos(listing))
    return <StatusBadge listing={listing} className="justify-self-start" />
  return (
    <div className="relative">
      <Carousel
        photos={photos}
        label={`Photos of ${title}`}
        sizes="(min-width: 1240px) 752px, (min-width: 1024px) 60vw, 100vw"
        placeholder={<NoPhoto label="No image" />}
        {...(hasPhoto && {
          onEnlarge: (startAt: number) => setViewer({ startAt, open: true }),
        })}
      />
      <StatusBadge listing={listing} className="pointer-events-none absolute top-3 left-3" />
      {/* The heart stands beside the full-screen button, if there is one. */}
      <FavouriteToggle
        listing={listing}
        title={title}
        className={hasPhoto ? 'top-3 right-17 m-px' : 'top-3 right-3 m-px'}
      />
      <PhotoViewer
        photos={photos}
        title={title}
        {...viewer}
        isLikely={hasPhoto}
        onClose={() => setViewer({ ...viewer, open: false })}
      />
    </div>
  )
}
