import { type ReactNode, useState } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Icon, Stroke } from '../ui/icon.tsx'
import { NoPhoto } from '../ui/no-photo.tsx'
import type { TrayPhoto } from './photo-tray.ts'

const bar =
  'h-2.5 w-auto appearance-none overflow-hidden rounded-full border border-on-gold bg-card [&::-moz-progress-bar]:bg-gold [&::-webkit-progress-bar]:bg-card [&::-webkit-progress-value]:bg-gold'

const star = 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8Z'

export function PhotoTile({
  photo,
  index,
  count,
  onMove,
  onRemove,
  onRetry,
}: {
  photo: TrayPhoto
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
  onRetry: () => void
}) {
  const { src, upload } = photo
  const name = `photo ${index + 1}`
  return (
    <div className="overflow-hidden rounded-card border border-line bg-paper">
      <div className="relative aspect-[4/3] cursor-grab bg-soft active:cursor-grabbing">
        <Picture key={src} src={src} alt={`Photo ${index + 1} of ${count}`} />
        {index === 0 && (
          <Badge tone="plain" className="absolute top-2 left-2">
            Cover
          </Badge>
        )}
        <button
          type="button"
          data-remove
          aria-label={`Remove ${name}`}
          title="Remove"
          className="absolute top-1 right-1 grid size-10 cursor-pointer place-items-center"
          onClick={onRemove}
        >
          <span className="grid size-8 place-items-center rounded-control bg-card text-ink shadow-float">
            <Icon name="x" size={18} />
          </span>
        </button>
        {upload.state === 'uploading' && (
          <progress
            aria-label={`Uploading ${name}`}
            value={upload.progress}
            max={1}
            className={`absolute right-2 bottom-2 left-2 ${bar}`}
          />
        )}
      </div>
      {upload.state === 'failed' && (
        <div className="grid gap-2 p-3 pb-1 text-sm">
          <p className="text-danger">{upload.sentence}</p>
          <Button look="secondary" size="small" onClick={onRetry}>
            Try again
            <span className="sr-only"> to upload {name}</span>
          </Button>
        </div>
      )}
      <div className="flex justify-between p-1">
        <Move label={`Move ${name} left`} off={index === 0} onPress={() => onMove(index - 1)}>
          <Stroke d="M19 12H5M11 6l-6 6 6 6" size={18} />
        </Move>
        <Move label={`Make ${name} the cover`} off={index === 0} onPress={() => onMove(0)}>
          <Stroke d={star} size={18} filled={index === 0} />
        </Move>
        <Move
          label={`Move ${name} right`}
          off={index === count - 1}
          onPress={() => onMove(index + 1)}
        >
          <Icon name="arrow-right" size={18} />
        </Move>
      </div>
    </div>
  )
}

/** Some files this browser cannot show; the server may still say something about them. */
function Picture({ src, alt }: { src: string; alt: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) return <NoPhoto label="No preview" />
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

/** Not `disabled` where it leads nowhere: the photo just moved there, and the focus with it. */
function Move(props: { label: string; off: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={props.label}
      title={props.label}
      aria-disabled={props.off}
      className="aria-disabled:opacity-40"
      onClick={props.onPress}
    >
      {props.children}
    </Button>
  )
}
