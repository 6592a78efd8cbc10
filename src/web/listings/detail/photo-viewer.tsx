import { useEffect, useRef } from 'react'
import { Carousel } from '../../ui/carousel.tsx'
import { Modal } from '../../ui/modal.tsx'
import type { PhotoSource } from '../../ui/photo.tsx'

/** The photos over the whole screen. */
export default function PhotoViewer({
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
    // The arrow keys are for the photos, not for the button that closes them.
    if (open) frame.current?.querySelector<HTMLElement>('[tabindex]')?.focus()
  }, [open])
  return (
    <Modal open={open} onClose={onClose} title={title} className="photo-viewer">
      <div ref={frame} className="h-full">
        <Carousel
          key={String(open)}
          photos={photos}
          label={`Photos of ${title}, full screen`}
          sizes="100vw"
          startAt={startAt}
        />
      </div>
    </Modal>
  )
}
