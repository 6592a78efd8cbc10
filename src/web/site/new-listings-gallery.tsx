import { useQuery } from '@tanstack/react-query'
import { PauseIcon, PlayIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { pagePaths } from '#contract/paths.ts'
import { type GalleryTile, galleryQuery } from '../listings/gallery-query.ts'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { Badge } from '../ui/content/badge.tsx'
import { Photo } from '../ui/content/photo.tsx'
import { Skeleton } from '../ui/content/skeleton.tsx'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'

export function NewListingsGallery() {
  const { data: tiles = [], isPending, isError } = useQuery(galleryQuery(useApi()))
  const [isPaused, setPaused] = useState(false)
  const isEmpty = tiles.length === 0
  useEffect(() => {
    if (isEmpty && !isPending) console.warn('No listing has a photo to show')
  }, [isEmpty, isPending])
  return (
    <section aria-labelledby="fresh" className="overflow-hidden py-3">
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

/** Stands in for the gallery on a new site, where no listing has a photo yet. */
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

/** The number of tiles that fill the widest screen. */
const minTiles = 10

/** A row that scrolls in a loop. The second half of the track repeats the first, so that there is no seam. */
function GalleryMarquee({ tiles, isPaused }: { tiles: readonly GalleryTile[]; isPaused: boolean }) {
  const row = useRef<HTMLDivElement>(null)
  const copiesPerHalf = Math.ceil(minTiles / tiles.length)
  const copies = Array.from({ length: 2 * copiesPerHalf - 1 }, (_, copy) => copy)

  useEffect(() => {
    const element = row.current
    // Focusing a tile scrolls the row, but the animation needs the scroll position 0.
    const resetScroll = ({ relatedTarget }: FocusEvent) => {
      const isLeaving = !element?.contains(relatedTarget as Node | null)
      if (isLeaving && element?.getAnimations({ subtree: true }).length) element.scrollLeft = 0
    }
    element?.addEventListener('focusout', resetScroll)
    return () => element?.removeEventListener('focusout', resetScroll)
  }, [])

  return (
    <div ref={row} className="gallery" data-paused={isPaused || undefined}>
      <div className="gallery-track">
        <Tiles tiles={tiles} />
        {copies.map((copy) => (
          <Tiles key={copy} tiles={tiles} isCopy />
        ))}
      </div>
    </div>
  )
}

function Tiles({ tiles, isCopy = false }: { tiles: readonly GalleryTile[]; isCopy?: boolean }) {
  return (
    <ul className="gallery-list" inert={isCopy} aria-hidden={isCopy || undefined}>
      {tiles.map(({ photo, href, badge, price, status }) => (
        <li key={href}>
          <Link to={href} className="gallery-tile" draggable={false}>
            <Photo {...photo} sizes="(min-width: 640px) 260px, 220px" />
            <span className="absolute inset-x-3 top-3 flex flex-wrap gap-1.5">
              <Badge variant="plain">{badge}</Badge>
              {status && <Badge variant="gold">{status}</Badge>}
            </span>
            {price && (
              <Badge variant="plain" className="absolute bottom-3 left-3 mr-3 whitespace-normal">
                <span>
                  <span className="figure text-base">{price.text}</span>
                  {price.unit && <span className="font-normal text-ink-2"> {price.unit}</span>}
                </span>
              </Badge>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
