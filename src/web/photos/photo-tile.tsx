import { ArrowLeftIcon, ArrowRightIcon, StarIcon, XIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '../ui/content/badge.tsx'
import { NoPhoto } from '../ui/content/no-photo.tsx'
import { Button } from '../ui/controls/button.tsx'
import type { QueuedPhoto } from './upload-queue.ts'
import './photo-tile.css'

export function PhotoTile({
  photo,
  index,
  count,
  onMove,
  onRemove,
  onEdit,
}: {
  photo: QueuedPhoto
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
  /** Undefined for a photo on another server, which is not loaded. */
  onEdit: (() => void) | undefined
}) {
  const { src, upload } = photo
  const name = `photo ${index + 1}`
  return (
    <div className="overflow-hidden rounded-card border border-line bg-paper">
      <div className="photo-tile-photo relative aspect-[4/3] bg-soft">
        <PhotoPreview key={src} src={src} alt={`Photo ${index + 1} of ${count}`} />
        {index === 0 && (
          <Badge variant="plain" className="absolute top-2 left-2">
            Cover
          </Badge>
        )}
        <button
          type="button"
          data-remove
          aria-label={`Remove ${name}`}
          title="Remove"
          className="photo-tile-remove absolute top-1 right-1 grid cursor-pointer place-items-center"
          onClick={onRemove}
        >
          <span className="grid size-8 place-items-center rounded-control bg-card text-ink [box-shadow:var(--shadow-float)]">
            <XIcon size={18} />
          </span>
        </button>
        {upload.state === 'paused' && (
          <Badge variant="plain" className="absolute bottom-2 left-2">
            Waiting
          </Badge>
        )}
        {upload.state === 'uploading' && (
          <progress
            aria-label={`Uploading ${name}`}
            value={upload.progress}
            max={1}
            className="photo-tile-progress absolute right-2 bottom-2 left-2 rounded-full"
          />
        )}
      </div>
      <div className="flex justify-between p-1">
        <MoveButton
          label={`Move ${name} left`}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          <ArrowLeftIcon size={18} />
        </MoveButton>
        <MoveButton
          label={`Make ${name} the cover`}
          disabled={index === 0}
          onClick={() => onMove(0)}
        >
          <StarIcon size={18} fill={index === 0 ? 'currentColor' : 'none'} />
        </MoveButton>
        <MoveButton
          label={`Move ${name} right`}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        >
          <ArrowRightIcon size={18} />
        </MoveButton>
      </div>
      {onEdit && (
        <Button
          variant="quiet"
          size="small"
          fullWidth
          className="photo-tile-edit"
          aria-label={`Edit ${name}`}
          onClick={onEdit}
        >
          Edit
        </Button>
      )}
    </div>
  )
}

/** Shows a preview. Photos on other servers have none, and neither do formats that only the server can decode. */
export function PhotoPreview({ src, alt }: { src: string; alt: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken || src === '') return <NoPhoto label="No preview" />
  return (
    <img
      src={src}
      alt={alt}
      draggable={false}
      className="size-full object-cover"
      onError={() => setBroken(true)}
    />
  )
}

/** Uses aria-disabled: a disabled button would lose the focus when its photo reaches the end. */
function MoveButton(props: {
  label: string
  disabled: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={props.label}
      title={props.label}
      aria-disabled={props.disabled}
      className="photo-tile-move"
      onClick={props.onClick}
    >
      {props.children}
    </Button>
  )
}
