import { type MouseEvent, useEffect, useRef } from 'react'
import { Carousel } from '../../ui/content/carousel.tsx'
import type { PhotoSource } from '../../ui/content/photo.tsx'
import { Modal } from '../../ui/overlays/modal.tsx'
import './photo-viewer.css'

/** How many times larger a zoomed photo is, as in the stylesheet. */
const zoom = 2.5

/** Shows the photos on the full screen. Pressing one twice zooms in. */
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
      <div ref={frame} className="photo-viewer" {...zoomable}>
        <Carousel
          key={String(open)}
          photos={photos}
          label={`Photos of ${title}, full screen`}
          sizes="100vw"
          initialIndex={startAt}
          fill
        />
      </div>
    </Modal>
  )
}

/** An extra for pointers and fingers. By keyboard, the browser itself zooms. */
const zoomable = { onDoubleClick: toggleZoom }

/**
 * Makes the photo larger, with the pressed point in the middle, or fits it to the screen again. A larger photo scrolls in its
 * slide. React does not render the slide again while the viewer is open.
 */
function toggleZoom({ target: photo, clientX, clientY }: MouseEvent) {
  const slide = photo instanceof HTMLImageElement && photo.closest('li')
  if (!slide) return
  const { left, top, width, height } = slide.getBoundingClientRect()
  if (!slide.classList.toggle('photo-viewer-zoomed')) return
  photo.sizes = `${100 * zoom}vw`
  slide.scrollTo(zoom * (clientX - left) - width / 2, zoom * (clientY - top) - height / 2)
}
