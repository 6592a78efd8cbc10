import { useEffect, useRef } from 'react'
import type { GalleryTile } from '../listings/gallery-query.ts'
import { Link } from '../navigation/link.tsx'
import { Badge } from '../ui/content/badge.tsx'
import { Photo } from '../ui/content/photo.tsx'

/** Enough to fill the widest screen. */
const minTiles = 10

/** Scrolls in a loop: the second half of the track repeats the first, so that it has no seam. */
export function GalleryMarquee({
  tiles,
  isPaused,
}: {
  tiles: readonly GalleryTile[]
  isPaused: boolean
}) {
  const row = useRef<HTMLDivElement>(null)
  const copiesPerHalf = Math.ceil(minTiles / tiles.length)
  const copies = Array.from({ length: 2 * copiesPerHalf - 1 }, (_, copy) => copy)

  useEffect(() => {
    const element = row.current
    // Focusing a tile scrolls the row into view; the animation needs it back at 0.
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
