import './photo-field.css'
import { CameraIcon, ImagePlusIcon } from 'lucide-react'
import {
  type ChangeEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { maxPhotos } from '#contract/photos.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { FieldMessage, fieldAriaProps, OptionalMark } from '../ui/controls/field.tsx'
import { pastedFiles } from './pasted-files.ts'
import { PhotoList } from './photo-list.tsx'
import { SharedPhotosOffer } from './shared-photos-offer.tsx'
import { addResultMessage, photoHelp, uploadStatusMessage } from './upload-messages.ts'
import { countGood, isFailed, type UploadQueue } from './upload-queue.ts'
import { usePhotoUrls, useQueuedPhotos } from './use-upload-queue.ts'

/** Takes photos by picker, drop or paste. The first is the cover. */
export function PhotoField({
  queue,
  onChange,
  error,
  optional,
  ref,
}: {
  queue: UploadQueue
  /** Called with the URLs of the photos. */
  onChange: (urls: string[]) => void
  error?: string | undefined
  optional?: boolean | undefined
  ref: Ref<{ focus: () => void }>
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const fieldset = useRef<HTMLFieldSetElement>(null)
  useImperativeHandle(ref, () => {
    const focus = () => {
      // A failed photo shows its own error, so it gets the focus first.
      const failed = fieldset.current?.querySelector<HTMLElement>('[data-failed] button')
      if (failed) return failed.focus()
      // The input is hidden. The whole field is at the top of the form, with the first of the other errors beside or below.
      input.current?.focus({ preventScroll: true })
      fieldset.current?.form?.scrollIntoView()
    }
    return { focus }
  }, [])
  usePhotoUrls(queue, onChange)
  const photos = useQueuedPhotos(queue)
  const [announcement, announce] = useState('')
  const isEmpty = photos.length === 0

  const add = (files: readonly File[]) => {
    const result = queue.add(files)
    announce(addResultMessage(result, maxPhotos))
  }
  const addChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add([...(currentTarget.files ?? [])])
    // Without this, choosing the same file again would fire no change event.
    currentTarget.value = ''
  }
  const removeAll = () => {
    queue.reset([])
    announce('All photos removed.')
    input.current?.focus()
  }
  const isDraggedOver = useDropAndPaste(add)

  return (
    <fieldset ref={fieldset} className="min-w-0">
      <legend className="title-4 photo-field-legend">
        Photos
        {optional && (
          <span className="photo-field-optional font-sans">
            <OptionalMark />
          </span>
        )}
      </legend>
      <p className="photo-field-count text-right text-ink-2 text-sm">
        {countGood(photos)} of {maxPhotos}
      </p>
      <label
        data-invalid={error && ''}
        data-dragged-over={isDraggedOver || undefined}
        className={classNames('photo-field-drop', isEmpty && 'photo-field-drop-empty')}
      >
        <span className="photo-field-icon grid flex-none place-items-center rounded-control bg-gold text-on-gold">
          <ImagePlusIcon size={24} />
        </span>
        <span className="photo-field-hint">
          {isDraggedOver ? (
            <span className="block font-semibold">Drop them here</span>
          ) : (
            <DropHint />
          )}
        </span>
        <input
          {...fieldAriaProps(id, error)}
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          multiple
          className="sr-only"
          onChange={addChosen}
        />
      </label>
      <Button
        variant="secondary"
        fullWidth
        className="photo-field-camera mt-3"
        onClick={() => input.current && takePhoto(input.current)}
      >
        <CameraIcon size={20} />
        Take a photo
      </Button>
      <SharedPhotosOffer onAdd={add} />
      <div className="mt-1.5">
        <FieldMessage id={id} error={error} help={photoHelp(maxPhotos, Boolean(optional))} />
      </div>
      <p role="status" className="photo-field-status text-sm empty:hidden">
        {announcement}
      </p>
      <PhotoList
        queue={queue}
        photos={photos}
        isFull={countGood(photos) >= maxPhotos}
        announce={announce}
        onEmptied={() => input.current?.focus()}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p
          role="status"
          // The tile of a failed photo shows the failure, so this message is for screen readers only.
          className={photos.some(isFailed) ? 'sr-only' : 'text-ink-2 text-sm'}
        >
          {uploadStatusMessage(photos)}
        </p>
        {!isEmpty && (
          <Button
            variant="quiet"
            size="small"
            className="-mr-4.25 mt-2 ml-auto"
            onClick={removeAll}
          >
            Remove all
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** Opens the camera of a phone. The attribute is read while the picker opens. */
function takePhoto(input: HTMLInputElement) {
  input.setAttribute('capture', 'environment')
  input.click()
  input.removeAttribute('capture')
}

function DropHint() {
  return (
    <>
      <span className="block font-semibold">Choose photos</span>
      <span className="photo-field-mouse text-ink-2 text-sm">
        Or drop them anywhere on this page, or paste.
      </span>
    </>
  )
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files')

/**
 * Accepts files dropped or pasted anywhere on the page. Returns true while files are dragged over it. Without this hook, a
 * file dropped beside the field would replace the page.
 */
function useDropAndPaste(onFiles: (files: readonly File[]) => void) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const handleFiles = useEffectEvent(onFiles)

  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDraggedOver(true)
    }
    const onDragLeave = (event: DragEvent) => {
      if (!event.relatedTarget) setDraggedOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDraggedOver(false)
      handleFiles([...(event.dataTransfer?.files ?? [])])
    }
    const onPaste = (event: ClipboardEvent) => {
      const files = pastedFiles(event)
      if (files.length === 0) return
      event.preventDefault()
      handleFiles(files)
    }
    window.addEventListener('dragover', onDragOver, { signal })
    window.addEventListener('dragleave', onDragLeave, { signal })
    window.addEventListener('drop', onDrop, { signal })
    window.addEventListener('paste', onPaste, { signal })
    return () => listeners.abort()
  }, [])

  return isDraggedOver
}
