import { useEffect, useState } from 'react'
import { useApi } from '../api.ts'
import { galleryQuery } from '../listings/gallery-query.ts'
import { useQuery } from '../queries/use-query.tsx'
import { Button } from '../ui/button.tsx'
import { PathIcon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { GalleryMarquee } from './gallery-marquee.tsx'

const playIcon = 'M7.5 5v14l11-7Z'
const pauseIcon = 'M9 5.5v13M15 5.5v13'

export function CommunityGallery() {
  const { data: tiles = [], isPending } = useQuery(galleryQuery(useApi()))
  const [isPaused, setPaused] = useState(false)
  const isEmpty = tiles.length === 0
  useEffect(() => {
    if (isEmpty && !isPending) console.warn('No listing has a photo to show')
  }, [isEmpty, isPending])
  return (
    <section aria-labelledby="fresh" className="overflow-hidden py-6">
      <div className="page-width flex min-h-11 items-center justify-between gap-4">
        <h2 id="fresh" className="title-4">
          Fresh from the community
        </h2>
        {!isEmpty && (
          <Button
            variant="quiet"
            size="icon"
            className="noscript:hidden motion-reduce:hidden"
            aria-label={isPaused ? 'Play the gallery' : 'Pause the gallery'}
            onClick={() => setPaused(!isPaused)}
          >
            <PathIcon d={isPaused ? playIcon : pauseIcon} />
          </Button>
        )}
      </div>
      {isEmpty ? (
        <div className="page-width gallery-placeholder">
          <Skeleton className="h-full rounded-card" />
        </div>
      ) : (
        <GalleryMarquee tiles={tiles} isPaused={isPaused} />
      )}
    </section>
  )
}
