import { useEffect, useEffectEvent, useState } from 'react'
import { isUploadUrl, photoSrc } from '#contract/photos.ts'
import type { UploadQueue } from '../../photos/upload-queue.ts'
import { type DraftTarget, releaseDraft } from './draft.ts'

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
 * after a day. `onLost` runs before, so that a form can keep what was typed about them.
 */
export function useLostPhotos(
  queue: UploadQueue,
  restored: readonly string[],
  onLost?: (ids: readonly number[]) => void,
) {
  const [urls] = useState(restored)
  const [count, setCount] = useState(0)
  const tellForm = useEffectEvent((ids: readonly number[]) => onLost?.(ids))
  useEffect(() => {
    findDeletedPhotos(urls).then((deleted) => {
      const ids = queue
        .getPhotos()
        .filter(({ upload }) => upload.state === 'uploaded' && deleted.includes(upload.url))
        .map(({ id }) => id)
      if (ids.length === 0) return
      tellForm(ids)
      for (const id of ids) queue.remove(id)
      setCount(ids.length)
    })
  }, [urls, queue])
  return count
}

/** Finds the photos of a draft that the server has deleted since. Without a connection, none count as deleted. */
async function findDeletedPhotos(urls: readonly string[]): Promise<string[]> {
  const isDeleted = async (url: string) => {
    if (!isUploadUrl(url)) return false
    const response = await fetch(photoSrc(url, 320), { method: 'HEAD' }).catch(() => undefined)
    return response?.status === 404
  }
  const deleted = await Promise.all(urls.map(isDeleted))
  return urls.filter((_, index) => deleted[index])
}
