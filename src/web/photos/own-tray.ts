import { useEffect, useState } from 'react'
import { mostPhotos } from '#contract/listing-photos.ts'
import { photoSrc } from '#contract/photos.ts'
import { createPhotoTray } from './photo-tray.ts'
import { uploadPhoto } from './upload-photo.ts'

/** Decoding large photos takes much memory on a phone: never many at once. */
const atOnce = 2

/** A tray that lives as long as its form, beginning with photos that are uploaded already. */
export function useOwnTray(urls: readonly string[]) {
  const [tray] = useState(() =>
    createPhotoTray(
      {
        upload: uploadPhoto,
        openPreview: (file) => URL.createObjectURL(file),
        closePreview: (src) => URL.revokeObjectURL(src),
        srcOf: (url) => photoSrc(url, 320),
        most: mostPhotos,
        atOnce,
      },
      urls,
    ),
  )
  useEffect(() => tray.close, [tray])
  return tray
}
