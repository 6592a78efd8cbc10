import { useEffect, useState } from 'react'
import { useApi } from '../api.ts'
import { galleryQuery } from '../listings/gallery-query.ts'
import { useQuery } from '../queries/use-query.tsx'
import { Button } from '../ui/button.tsx'
import { Stroke } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { MovingTiles } from './moving-tiles.tsx'

const play = 'M7.5 5v14l11-7Z'
const pause = 'M9 5.5v13M15 5.5v13'

export function CommunityGallery() {
  const { data: tiles = [], isPending } = useQuery(galleryQuery(useApi()))
  const [paused, setPaused] = useState(false)
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
            look="quiet"
            size="icon"
            className="noscript:hidden motion-reduce:hidden"
            aria-label={paused ? 'Play the gallery' : 'Pause the gallery'}
            onClick={() => setPaused(!paused)}
          >
            <Stroke d={paused ? play : pause} />
          </Button>
        )}
      </div>
      {isEmpty ? (
        <div className="page-width gallery-placeholder">
          <Skeleton className="h-full rounded-card" />
        </div>
      ) : (
        <MovingTiles tiles={tiles} paused={paused} />
      )}
    </section>
  )
}
