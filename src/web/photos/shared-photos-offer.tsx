import { useEffect, useRef, useState } from 'react'
import { pluralize } from '#format/format.ts'
import { Callout } from '../ui/content/callout.tsx'
import { Button } from '../ui/controls/button.tsx'
import { countSharedPhotos, deleteSharedPhotos, takeSharedPhotos } from './shared-photos.ts'

/**
 * Offers the photos that were shared from the phone. Another site can share some, too, so none is uploaded before the student
 * presses the button.
 */
export function SharedPhotosOffer({ onAdd }: { onAdd: (photos: readonly File[]) => void }) {
  const [count, setCount] = useState(0)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Without the photos, the form works all the same.
    countSharedPhotos().then(setCount, () => undefined)
  }, [])
  if (count === 0) return null

  const [were, them] = count === 1 ? ['was', 'it'] : ['were', 'them']
  const leave = () => {
    // The buttons disappear, so the focus moves to the field that they belong to.
    element.current?.closest('form')?.querySelector<HTMLElement>('input[type="file"]')?.focus()
    setCount(0)
  }
  const add = async () => {
    const photos = await takeSharedPhotos().catch(() => [])
    leave()
    if (photos.length > 0) onAdd(photos)
  }
  const drop = () => {
    leave()
    deleteSharedPhotos().catch(() => undefined)
  }
  return (
    <div ref={element} className="my-3">
      <Callout>
        <p role="status">
          {pluralize(count, 'photo')} {were} shared. Add {them}?
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button size="small" onClick={add}>
            Add {them}
          </Button>
          <Button variant="quiet" size="small" onClick={drop}>
            Don't add {them}
          </Button>
        </div>
      </Callout>
    </div>
  )
}
