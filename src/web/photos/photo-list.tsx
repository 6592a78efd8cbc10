import { type DragEvent, useRef, useState } from 'react'
import { PhotoTile } from './photo-tile.tsx'
import type { PhotoTray, TrayPhoto } from './photo-tray.ts'

/** The photos in order; dragged by hand or moved with their buttons, and every change is said. */
export function PhotoList({
  tray,
  photos,
  say,
  onEmptied,
}: {
  tray: PhotoTray
  photos: readonly TrayPhoto[]
  say: (sentence: string) => void
  onEmptied: () => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number>()

  const move = (id: number, to: number) => {
    const from = photos.findIndex((photo) => photo.id === id)
    if (from === to || to < 0 || to >= photos.length) return
    tray.move(id, to)
    const place = to === 0 ? 'It is the cover now.' : `It is number ${to + 1} of ${photos.length}.`
    say(`Photo ${from + 1} moved. ${place}`)
  }
  const remove = (id: number, index: number) => {
    tray.remove(id)
    say(`Photo ${index + 1} removed.`)
    if (photos.length === 1) return onEmptied()
    // The buttons of the photo that took its place, or of the new last one.
    const next = list.current?.children[index + 1] ?? list.current?.children[index - 1]
    next?.querySelector<HTMLElement>('[data-remove]')?.focus()
  }
  const startDrag = ({ dataTransfer }: DragEvent, id: number) => {
    // Some browsers drag nothing that carries nothing.
    dataTransfer.setData('application/x-photo', String(id))
    dataTransfer.effectAllowed = 'move'
    setDragged(id)
  }
  const dragOver = (event: DragEvent, index: number) => {
    if (dragged === undefined) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    move(dragged, index)
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
          className={photo.id === dragged ? 'opacity-50' : undefined}
          onDragStart={(event) => startDrag(event, photo.id)}
          onDragOver={(event) => dragOver(event, index)}
          onDrop={(event) => event.preventDefault()}
          onDragEnd={() => setDragged(undefined)}
        >
          <PhotoTile
            photo={photo}
            index={index}
            count={photos.length}
            onMove={(to) => move(photo.id, to)}
            onRemove={() => remove(photo.id, index)}
            onRetry={() => tray.retry(photo.id)}
          />
        </li>
      ))}
    </ol>
  )
}
