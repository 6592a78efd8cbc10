import { type DragEvent, useRef, useState } from 'react'
import { PhotoTile } from './photo-tile.tsx'
import type { QueuedPhoto, UploadQueue } from './upload-queue.ts'

/** The photos in order, moved by drag and drop or buttons; every change is announced. */
export function PhotoList({
  queue,
  photos,
  announce,
  onEmptied,
}: {
  queue: UploadQueue
  photos: readonly QueuedPhoto[]
  announce: (message: string) => void
  onEmptied: () => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const [draggedId, setDraggedId] = useState<number>()

  const move = (id: number, to: number) => {
    const from = photos.findIndex((photo) => photo.id === id)
    if (from === to || to < 0 || to >= photos.length) return
    queue.move(id, to)
    const position =
      to === 0 ? 'It is the cover now.' : `It is number ${to + 1} of ${photos.length}.`
    announce(`Photo ${from + 1} moved. ${position}`)
  }
  const remove = (id: number, index: number) => {
    queue.remove(id)
    announce(`Photo ${index + 1} removed.`)
    if (photos.length === 1) return onEmptied()
    // The removed photo's button had the focus: it goes to the next photo, or the last.
    const next = list.current?.children[index + 1] ?? list.current?.children[index - 1]
    next?.querySelector<HTMLElement>('[data-remove]')?.focus()
  }
  const startDrag = ({ dataTransfer }: DragEvent, id: number) => {
    // Firefox starts no drag without data.
    dataTransfer.setData('application/x-photo', String(id))
    dataTransfer.effectAllowed = 'move'
    setDraggedId(id)
  }
  const dragOver = (event: DragEvent, index: number) => {
    if (draggedId === undefined) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    move(draggedId, index)
  }

  if (photos.length === 0) return null
  return (
    <ol
      ref={list}
      aria-label="Chosen photos"
      className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-2 xl:grid-cols-3"
    >
      {photos.map((photo, index) => (
        <li
          key={photo.id}
          draggable
          className={photo.id === draggedId ? 'opacity-50' : undefined}
          onDragStart={(event) => startDrag(event, photo.id)}
          onDragOver={(event) => dragOver(event, index)}
          onDrop={(event) => event.preventDefault()}
          onDragEnd={() => setDraggedId(undefined)}
        >
          <PhotoTile
            photo={photo}
            index={index}
            count={photos.length}
            onMove={(to) => move(photo.id, to)}
            onRemove={() => remove(photo.id, index)}
            onRetry={() => queue.retry(photo.id)}
          />
        </li>
      ))}
    </ol>
  )
}
