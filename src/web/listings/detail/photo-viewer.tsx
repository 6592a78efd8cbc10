import { Carousel } from '../../ui/carousel.tsx'
import { Modal } from '../../ui/modal.tsx'
import type { PhotoSource } from '../../ui/photo.tsx'

/** The photos over the whole screen. */
export default function PhotoViewer({
  photos,
  title,
  startAt,
  onClose,
}: {
  photos: readonly PhotoSource[]
  title: string
  startAt: number
  onClose: () => void
}) {
  return (
    <Modal open onClose={onClose} title={title} className="photo-viewer">
      <Carousel
        photos={photos}
        label={`Photos of ${title}, full screen`}
        sizes="100vw"
        startAt={startAt}
      />
    </Modal>
  )
}
