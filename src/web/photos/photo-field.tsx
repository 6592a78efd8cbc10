import { type ChangeEvent, useRef, useState, useSyncExternalStore } from 'react'
import { mostPhotos } from '#contract/listing-photos.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { describedBy, FieldNote } from '../ui/field.tsx'
import { Stroke } from '../ui/icon.tsx'
import { useFilesFromAnywhere } from './files-from-anywhere.ts'
import { PhotoList } from './photo-list.tsx'
import { addedSentence, uploadsSentence } from './photo-sentences.ts'
import type { PhotoTray } from './photo-tray.ts'

const newPhoto =
  'M20 13v5a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h5M18 2.5v7M14.5 6h7M4.5 17.5l4.5-5 6.5 7.5'

export function usePhotos(tray: PhotoTray) {
  return useSyncExternalStore(tray.watch, tray.photos, tray.photos)
}

/** Photos by picker, drop or paste; the first is the cover. `id` is the file input's. */
export function PhotoField({
  id,
  tray,
  error,
}: {
  id: string
  tray: PhotoTray
  error?: string | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  const photos = usePhotos(tray)
  const [said, setSaid] = useState('')
  const empty = photos.length === 0

  const add = (files: readonly File[]) => {
    const added = tray.add(files)
    setSaid(addedSentence(added, tray.photos().length, mostPhotos))
  }
  const addChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add([...(currentTarget.files ?? [])])
    // The same file may be chosen again after it was removed.
    currentTarget.value = ''
  }
  const removeAll = () => {
    tray.replace([])
    setSaid('All photos removed.')
    input.current?.focus()
  }
  const dragged = useFilesFromAnywhere(add)

  return (
    <fieldset className="min-w-0">
      <legend className="title-4 float-left">Photos</legend>
      <p className="text-right text-ink-2 text-sm leading-6">
        {photos.length} of {mostPhotos}
      </p>
      <label
        className={classNames(
          'clear-both mt-4 flex cursor-pointer items-center justify-center gap-4 rounded-card border-2 border-dashed p-5 transition-colors hover:border-ink hover:bg-sun',
          'has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-link has-[:focus-visible]:outline-offset-2',
          empty && 'min-h-52 flex-col text-center',
          error ? 'border-danger' : 'border-field',
          dragged && 'bg-sun',
        )}
      >
        <span className="grid size-12 flex-none place-items-center rounded-control bg-gold text-on-gold">
          <Stroke d={newPhoto} size={24} />
        </span>
        <span className="min-w-0">
          <span className="block font-semibold">{dragged ? 'Drop them here' : 'Add photos'}</span>
          <span className="block text-ink-2 text-sm">
            Choose them, drop them anywhere on this page, or paste.
          </span>
        </span>
        <input
          {...describedBy(id, error)}
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          multiple
          className="sr-only"
          onChange={addChosen}
        />
      </label>
      <div className="mt-1.5">
        <FieldNote
          id={id}
          error={error}
          help={`Up to ${mostPhotos}. The first one is the cover.`}
        />
      </div>
      <p role="status" className="font-medium text-sm empty:hidden">
        {said}
      </p>
      <PhotoList
        tray={tray}
        photos={photos}
        say={setSaid}
        onEmptied={() => input.current?.focus()}
      />
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="text-ink-2 text-sm">
          {uploadsSentence(photos)}
        </p>
        {!empty && (
          <Button look="quiet" size="small" className="mt-2 shrink-0" onClick={removeAll}>
            Remove all
          </Button>
        )}
      </div>
    </fieldset>
  )
}
