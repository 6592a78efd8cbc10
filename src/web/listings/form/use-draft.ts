import { useEffect, useState } from 'react'
import type { UploadQueue } from '../../photos/upload-queue.ts'
import { type DraftTarget, releaseDraft } from './draft.ts'
import { findDeletedPhotos } from './photo-panel.tsx'

/** Releases the draft when the form closes. */
export function useDraftRelease(target: DraftTarget) {
  useEffect(() => {
    const release = () => releaseDraft(target)
    window.addEventListener('pagehide', release)
    return () => {
      window.removeEventListener('pagehide', release)
      release()
    }
  }, [target])
}

/**
 * Removes the photos of a draft that the server has deleted since, and counts them. It deletes photos that no listing shows
 * after a day. The rest of the draft stays.
 */
export function useLostPhotos(queue: UploadQueue, restored: readonly string[]) {
  const [urls] = useState(restored)
  const [count, setCount] = useState(0)
  useEffect(() => {
    findDeletedPhotos(urls).then((deleted) => {
      const lost = queue
        .getPhotos()
        .filter(({ upload }) => upload.state === 'uploaded' && deleted.includes(upload.url))
      for (const { id } of lost) queue.remove(id)
      if (lost.length > 0) setCount(lost.length)
    })
  }, [urls, queue])
  return count
}
