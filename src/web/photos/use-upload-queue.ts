import { useEffect, useState } from 'react'
import { maxPhotos } from '#contract/photos.ts'
import { useStore } from '../ui/store.ts'
import { uploadPhoto } from './upload-photo.ts'
import { createUploadQueue, photoUrls, type UploadQueue } from './upload-queue.ts'

/** The number of uploads at once. It is small, because decoding large photos takes much memory on a phone. */
const concurrency = 2

/** Creates an upload queue that is disposed of when the form unmounts. While paused, it keeps the files. */
export function useUploadQueue(
  initialUrls: readonly string[],
  {
    isPaused,
    photoSrc,
    max = maxPhotos,
  }: {
    isPaused: boolean
    photoSrc: (url: string) => string
    max?: number
  },
) {
  const [queue] = useState(() =>
    createUploadQueue(
      {
        upload: uploadPhoto,
        createPreview: (file) => URL.createObjectURL(file),
        revokePreview: (src) => URL.revokeObjectURL(src),
        photoSrc,
        maxPhotos: max,
        concurrency,
      },
      initialUrls,
    ),
  )
  useEffect(() => queue.dispose, [queue])
  useEffect(() => queue.setPaused(isPaused), [queue, isPaused])
  return queue
}

export function useQueuedPhotos(queue: UploadQueue) {
  return useStore(queue.photos)
}

/** Calls `onChange` with the URLs when photos are added, uploaded, moved or removed. */
export function usePhotoUrls(queue: UploadQueue, onChange: (urls: string[]) => void) {
  useEffect(() => {
    let previous = photoUrls(queue.getPhotos()).join()
    return queue.subscribe(() => {
      const urls = photoUrls(queue.getPhotos())
      // The progress of an upload changes no URL.
      if (urls.join() === previous) return
      previous = urls.join()
      onChange(urls)
    })
  }, [queue, onChange])
}
