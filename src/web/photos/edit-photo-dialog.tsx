import 'react-image-crop/dist/ReactCrop.css'
import './edit-photo-dialog.css'
import { RotateCcwIcon, RotateCwIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type PercentCrop, ReactCrop } from 'react-image-crop'
import { Callout } from '../ui/content/callout.tsx'
import { Spinner } from '../ui/content/spinner.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { drawEdited, editedName, loadPhoto, wholePhoto } from './edit-photo.ts'
import { maxSidePx } from './upload-photo.ts'

/** The longest side of the preview. The result is drawn from the file itself. */
const previewSidePx = 1024

/** The smallest crop, in pixels of the screen, so that its handles can be told apart. */
const minCropPx = 32

const wholeCrop: PercentCrop = { unit: '%', ...wholePhoto }

const handleLabels = {
  cropArea: 'Part to keep. Use the arrow keys to move it.',
  nwDragHandle: 'Top left corner. Use the arrow keys to resize.',
  nDragHandle: 'Top edge. Use the arrow keys to resize.',
  neDragHandle: 'Top right corner. Use the arrow keys to resize.',
  eDragHandle: 'Right edge. Use the arrow keys to resize.',
  seDragHandle: 'Bottom right corner. Use the arrow keys to resize.',
  sDragHandle: 'Bottom edge. Use the arrow keys to resize.',
  swDragHandle: 'Bottom left corner. Use the arrow keys to resize.',
  wDragHandle: 'Left edge. Use the arrow keys to resize.',
}

interface EditPhotoDialogProps {
  open: boolean
  /** The name of the photo in the form, such as "photo 1". */
  name: string
  /** The file, or the address of an uploaded photo on this site. */
  photo: File | string
  onClose: () => void
  /** Called with the turned and cropped photo. */
  onDone: (edited: File) => void
}

/** Turns and crops a photo. */
export function EditPhotoDialog({ open, name, photo, onClose, onDone }: EditPhotoDialogProps) {
  const [turns, setTurns] = useState(0)
  const [crop, setCrop] = useState(wholeCrop)
  const [announcement, announce] = useState('')
  const [isDrawing, setDrawing] = useState(false)
  const { file, isLost } = useFile(photo)
  const { src, isBroken } = usePreview(file, turns)
  const [hasFailed, setFailed] = useState(false)
  const isUnreadable = isLost || isBroken || hasFailed
  const isUnchanged = turns === 0 && crop.width === 100 && crop.height === 100

  const turn = (by: number, direction: string) => {
    setTurns((turns + by) % 4)
    setCrop(wholeCrop)
    announce(`Turned ${direction}.`)
  }
  const reset = () => {
    setTurns(0)
    setCrop(wholeCrop)
    announce('All changes undone.')
  }
  const save = async () => {
    if (!file || isUnchanged) return onClose()
    setDrawing(true)
    try {
      const drawn = await drawEdited(file, { turns, crop }, maxSidePx)
      onDone(new File([drawn], editedName(file.name), { type: drawn.type }))
    } catch {
      setFailed(true)
    }
    setDrawing(false)
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Edit ${name}`}
      footer={
        <>
          <Button
            busy={isDrawing}
            aria-disabled={isUnreadable || !src}
            onClick={() => src && save()}
          >
            Use photo
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {isUnreadable ? (
        <Callout variant="danger">
          <p>
            {isLost
              ? "We couldn't load this photo. Close this and try again."
              : "This browser can't open this photo for editing. You can still post it as it is."}
          </p>
        </Callout>
      ) : (
        <>
          <div className="edit-photo-dialog-stage">
            {src ? (
              <ReactCrop
                crop={crop}
                onChange={(_, percent) => setCrop(percent)}
                minWidth={minCropPx}
                minHeight={minCropPx}
                keepSelection
                ruleOfThirds
                ariaLabels={handleLabels}
                className="edit-photo-dialog-crop"
              >
                <img src={src} alt={`Preview of ${name}`} />
              </ReactCrop>
            ) : (
              <Spinner label="Loading…" />
            )}
          </div>
          <p className="mt-3 text-ink-2 text-sm">Drag the frame over the part you want to keep.</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button variant="secondary" size="small" onClick={() => turn(3, 'left')}>
              <RotateCcwIcon size={18} />
              Turn left
            </Button>
            <Button variant="secondary" size="small" onClick={() => turn(1, 'right')}>
              <RotateCwIcon size={18} />
              Turn right
            </Button>
            <Button
              variant="quiet"
              size="small"
              className="edit-photo-dialog-undo"
              aria-disabled={isUnchanged}
              onClick={reset}
            >
              Undo changes
            </Button>
          </div>
          <p role="status" className="sr-only">
            {announcement}
          </p>
        </>
      )}
    </Dialog>
  )
}

/** Loads a photo that is already uploaded. */
function useFile(photo: File | string) {
  const [loaded, setLoaded] = useState<{ file?: File; isLost?: boolean }>({})
  useEffect(() => {
    if (typeof photo !== 'string') return
    const controller = new AbortController()
    const { signal } = controller
    loadPhoto(photo, signal).then(
      (file) => setLoaded({ file }),
      () => signal.aborted || setLoaded({ isLost: true }),
    )
    return () => controller.abort()
  }, [photo])
  return typeof photo === 'string' ? loaded : { file: photo }
}

/** Draws the turned photo small enough for the screen. */
function usePreview(file: File | undefined, turns: number) {
  const [preview, setPreview] = useState<{ src?: string; isBroken?: boolean }>({})
  useEffect(() => {
    if (!file) return
    let isCurrent = true
    let src: string | undefined
    drawEdited(file, { turns, crop: wholePhoto }, previewSidePx).then(
      (drawn) => {
        if (!isCurrent) return
        src = URL.createObjectURL(drawn)
        setPreview({ src })
      },
      () => isCurrent && setPreview({ isBroken: true }),
    )
    return () => {
      isCurrent = false
      if (src) URL.revokeObjectURL(src)
    }
  }, [file, turns])
  return preview
}
