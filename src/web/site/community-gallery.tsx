import { useQuery } from '@tanstack/react-query'
import { PauseIcon, PlayIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { pagePaths } from '#contract/paths.ts'
import { galleryQuery } from '../listings/gallery-query.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { Skeleton } from '../ui/content/skeleton.tsx'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { GalleryMarquee } from './gallery-marquee.tsx'

export function CommunityGallery() {
  const { data: tiles = [], isPending, isError } = useQuery(galleryQuery(useApi()))
  const [isPaused, setPaused] = useState(false)
  const isEmpty = tiles.length === 0
  useEffect(() => {
    if (isEmpty && !isPending) console.warn('No listing has a photo to show')
  }, [isEmpty, isPending])
  return (
    <section aria-labelledby="fresh" className="overflow-hidden py-6">
      <div className="page-width flex min-h-11 items-center justify-between gap-2">
        <h2 id="fresh" className="title-4">
          Fresh from the community
        </h2>
        {!isEmpty && (
          <Button
            variant="quiet"
            size="icon"
            className="motion-reduce:hidden"
            aria-label={isPaused ? 'Play the gallery' : 'Pause the gallery'}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? <PlayIcon size={20} /> : <PauseIcon size={20} />}
          </Button>
        )}
      </div>
      {isEmpty ? (
        <div className="page-width gallery-placeholder">
          {isPending || isError ? <Skeleton className="h-full rounded-card" /> : <FirstToPost />}
        </div>
      ) : (
        <GalleryMarquee tiles={tiles} isPaused={isPaused} />
      )}
    </section>
  )
}

/** For a new site, where no listing has a photo yet. */
function FirstToPost() {
  return (
    <div className="grid h-full place-content-center justify-items-center gap-3 rounded-card bg-soft px-4 text-center">
      <p>The newest listings will show up here.</p>
      <LinkButton as={Link} to={pagePaths.sell} size="small">
        Be the first to post
      </LinkButton>
    </div>
  )
}
