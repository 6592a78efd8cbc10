import { CircleAlertIcon, XIcon } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { errorMessage } from '../queries/api.ts'
import { Button } from '../ui/controls/button.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { largestVariant } from './edit-photo.ts'
import { PhotoTile } from './photo-tile.tsx'
import { isUnusable } from './upload-messages.ts'
import { failedUploads, isFailed, type QueuedPhoto, type UploadQueue } from './upload-queue.ts'

const EditPhotoDialog = lazyDialog(() =>
  import('./edit-photo-dialog.tsx').then((module) => module.EditPhotoDialog),
)

/**
 * Shows the photos in order, and below them the ones that failed. Photos move by drag and drop or by buttons. Each move is
 * announced once, a drag when it ends.
 */
export function PhotoList({
  queue,
  photos,
  isFull,
  announce,
  onEmptied,
}: {
  queue: UploadQueue
  photos: readonly QueuedPhoto[]
  /** Whether the limit is reached. Then a failed photo can be tried again only if it is an edit of one in the list. */
  isFull: boolean
  announce: (message: string) => void
  onEmptied: () => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<{ id: number; from: number }>()

  const good = photos.filter((photo) => !isFailed(photo))
  const failed = failedUploads(photos)
  const isEdit = (id: number) => photos.some((photo) => photo.id === id && photo.replaced)
  /** The photo that was opened for editing last. The dialog stays after it is closed, and returns the focus. */
  const [edited, setEdited] = useState<{ id: number; photo: File | string; opening: number }>()
  const [isEditing, setEditing] = useState(false)
  const edit = (id: number, photo: File | string) => {
    setEdited({ id, photo, opening: (edited?.opening ?? 0) + 1 })
    setEditing(true)
  }
  const editOf = ({ id, src }: QueuedPhoto) => {
    const photo = queue.fileOf(id) ?? largestVariant(src)
    return photo ? () => edit(id, photo) : undefined
  }
  const indexOf = (id: number) => good.findIndex((photo) => photo.id === id)
  const announceMove = (from: number, to: number) => {
    if (from === to) return
    const position = to === 0 ? 'It is the cover now.' : `It is number ${to + 1} of ${good.length}.`
    announce(`Photo ${from + 1} moved. ${position}`)
  }
  /** Moves a photo. Failed photos keep their place in the queue, for when they are tried again. */
  const moveInQueue = (id: number, to: number) => {
    const target = good[to]
    if (target) queue.move(id, photos.indexOf(target))
  }
  const move = (id: number, to: number) => {
    if (!good[to]) return
    moveInQueue(id, to)
    announceMove(indexOf(id), to)
  }
  const remove = (id: number, index: number, name: string) => {
    queue.remove(id)
    const isBack = queue.getPhotos().some((photo) => photo.id === id)
    announce(isBack ? 'Change removed. The photo from before is back.' : `${name} removed.`)
    if (photos.length === 1) return onEmptied()
    // The removed photo's button had the focus, so the focus moves to the next photo, or the last.
    const next = list.current?.children[index + 1] ?? list.current?.children[index - 1]
    next?.querySelector<HTMLElement>('[data-remove]')?.focus()
  }
  const startDrag = ({ dataTransfer }: DragEvent, id: number) => {
    // Firefox starts no drag without data.
    dataTransfer.setData('application/x-photo', String(id))
    dataTransfer.effectAllowed = 'move'
    setDragged({ id, from: indexOf(id) })
  }
  const dragOver = (event: DragEvent, index: number) => {
    if (!dragged) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    if (indexOf(dragged.id) !== index) moveInQueue(dragged.id, index)
  }
  const endDrag = () => {
    if (dragged) announceMove(dragged.from, indexOf(dragged.id))
    setDragged(undefined)
  }

  if (photos.length === 0) return null
  return (
    <>
      <ol
        ref={list}
        aria-label="Chosen photos"
        className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(--spacing(28),100%),1fr))] gap-3 sm:grid-cols-3 lg:grid-cols-2 xl:grid-cols-3"
      >
        {good.map((photo, index) => (
          <li
            key={photo.id}
            draggable
            className={photo.id === dragged?.id ? 'opacity-50' : undefined}
            onDragStart={(event) => startDrag(event, photo.id)}
            onDragOver={(event) => dragOver(event, index)}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={endDrag}
          >
            <PhotoTile
              photo={photo}
              index={index}
              count={good.length}
              onMove={(to) => move(photo.id, to)}
              onRemove={() => remove(photo.id, index, `Photo ${index + 1}`)}
              onEdit={editOf(photo)}
            />
          </li>
        ))}
        {failed.map(({ id, fileName, error }, index) => (
          <li key={id} data-failed className="col-span-full">
            <FailedPhoto
              fileName={fileName}
              error={error}
              onRemove={() => remove(id, good.length + index, fileName)}
              onRetry={isFull && !isEdit(id) ? undefined : () => queue.retry(id)}
            />
          </li>
        ))}
      </ol>
      {/* The dialog is outside the list: a press in it would drag the photo. */}
      {edited && (
        <EditPhotoDialog
          key={edited.opening}
          open={isEditing}
          name={`photo ${indexOf(edited.id) + 1}`}
          photo={edited.photo}
          onClose={() => setEditing(false)}
          onDone={(file) => {
            setEditing(false)
            queue.replace(edited.id, file)
            announce(`Photo ${indexOf(edited.id) + 1} changed.`)
          }}
        />
      )}
    </>
  )
}

/** Names the file and says what happened. A photo that failed has no place among the others until it is uploaded. */
function FailedPhoto({
  fileName,
  error,
  onRemove,
  onRetry,
}: {
  fileName: string
  error: unknown
  onRemove: () => void
  onRetry: (() => void) | undefined
}) {
  return (
    <div className="flex items-start gap-2 rounded-control border border-danger p-1 text-sm leading-snug">
      <CircleAlertIcon size={18} className="mt-2.5 ml-1.5 flex-none text-danger" />
      <div className="min-w-0 flex-1 py-2">
        <p dir="auto" className="wrap-anywhere font-semibold text-danger">
          {fileName}
        </p>
        <p>{errorMessage(error)}</p>
        {onRetry && !isUnusable(error) && (
          <Button variant="secondary" size="small" className="mt-2" onClick={onRetry}>
            Try again
            <span className="sr-only"> to upload {fileName}</span>
          </Button>
        )}
      </div>
      <Button
        variant="quiet"
        size="icon"
        data-remove
        aria-label={`Remove ${fileName}`}
        title="Remove"
        onClick={onRemove}
      >
        <XIcon size={18} />
      </Button>
    </div>
  )
}
