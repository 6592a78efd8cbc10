import { useEffect, useRef } from 'react'
import type { GalleryTile } from '../listings/gallery-query.ts'
import { Link } from '../navigation/link.tsx'
import { Badge } from '../ui/badge.tsx'
import { Photo } from '../ui/photo.tsx'

/** So many tiles fill the widest screen. */
const enough = 10

/** Half of the track is the other half again, so that the loop has no seam. */
export function MovingTiles({ tiles, paused }: { tiles: readonly GalleryTile[]; paused: boolean }) {
  const row = useRef<HTMLDivElement>(null)
  const inHalf = Math.ceil(enough / tiles.length)
  const copies = Array.from({ length: 2 * inHalf - 1 }, (_, copy) => copy)

  useEffect(() => {
    const element = row.current
    // Bringing a focused tile into view moved the row; the loop needs it back in its place.
    const backToStart = ({ relatedTarget }: FocusEvent) => {
      const isLeaving = !element?.contains(relatedTarget as Node | null)
      if (isLeaving && element?.getAnimations({ subtree: true }).length) element.scrollLeft = 0
    }
    element?.addEventListener('focusout', backToStart)
    return () => element?.removeEventListener('focusout', backToStart)
  }, [])

  return (
    <div ref={row} className="gallery" data-paused={paused || undefined}>
      <div className="gallery-track">
        <Tiles tiles={tiles} />
        {copies.map((copy) => (
          <Tiles key={copy} tiles={tiles} copy />
        ))}
      </div>
    </div>
  )
}

function Tiles({ tiles, copy = false }: { tiles: readonly GalleryTile[]; copy?: boolean }) {
  return (
    <ul className="gallery-list" inert={copy} aria-hidden={copy || undefined}>
      {tiles.map(({ photo, href, badge }) => (
        <li key={href}>
          <Link to={href} className="gallery-tile" draggable={false}>
            <Photo {...photo} sizes="(min-width: 640px) 260px, 220px" />
            <Badge tone="plain">{badge}</Badge>
          </Link>
        </li>
      ))}
    </ul>
  )
}
