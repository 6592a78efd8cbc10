import { useEffect, useRef } from 'react'
import { Carousel } from '../../ui/content/carousel.tsx'
import type { PhotoSource } from '../../ui/content/photo.tsx'
import { Modal } from '../../ui/overlays/modal.tsx'
import './photo-viewer.css'

/** Shows the photos on the full screen, where a reader can zoom into them. */
export function PhotoViewer({
  photos,
  title,
  startAt,
  open,
  onClose,
}: {
  photos: readonly PhotoSource[]
  title: string
  startAt: number
  open: boolean
  onClose: () => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Focus the carousel instead of the close button, so that arrow keys change photos.
    if (open) frame.current?.querySelector<HTMLElement>('[tabindex]')?.focus()
  }, [open])
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={
        <span dir="auto" className="line-clamp-2">
          {title}
        </span>
      }
      variant="fullscreen"
      compact
    >
      <div ref={frame} className="photo-viewer">
        <Carousel
          key={String(open)}
          photos={photos}
          label={`Photos of ${title}, full screen`}
          sizes="100vw"
          initialIndex={startAt}
          fill
          zoomable
        />
      </div>
    </Modal>
  )
}
