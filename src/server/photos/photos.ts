import { keptWidths, type UploadedPhoto } from '#contract/photos.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { limitedParallel } from '../limits/limited-parallel.ts'
import { photoInfoOf } from './attach-photos.ts'
import type { DevelopedPhoto } from './develop-photo.ts'
import { photoName } from './photo-name.ts'
import { recordPhoto, renewUpload } from './photo-queries.ts'
import { createPhotoReader, type OpenPhoto } from './photo-reader.ts'
import type { PhotoStore } from './photo-store.ts'

export interface Upload {
  bytes: Buffer<ArrayBuffer>
  uploaderId: number
  /** Asked when its turn comes, so that no work is done for a sender who has left. */
  isWanted?: () => boolean
}

export interface Photos {
  readonly store: PhotoStore
  save(db: Db, upload: Upload): Promise<UploadedPhoto>
  /** The version of that width or, where the photo is smaller, the largest there is. */
  open(name: string, width: number): Promise<OpenPhoto | undefined>
}

const developAtOnce = 2
const waitingAtMost = 20

type Develop = (bytes: Buffer) => Promise<DevelopedPhoto>

export interface PhotosParts {
  store: PhotoStore
  now?: () => number
  develop?: Develop
}

/** The decoders take 30 MB, and are loaded with the first photo. */
const developLater: Develop = async (bytes) => {
  const { developPhoto } = await import('./develop-photo.ts')
  return developPhoto(bytes)
}

export function createPhotos(parts: PhotosParts): Photos {
  const { store, now = Date.now, develop = developLater } = parts
  const inLine = limitedParallel({ parallel: developAtOnce, waiting: waitingAtMost })

  async function save(db: Db, { bytes, uploaderId, isWanted }: Upload) {
    const name = await photoName(bytes)
    const known = await renewUpload(db, name, uploaderId, now())
    if (known && (await store.has(name, keptWidths(known.width)))) return photoInfoOf(known)

    const { versions, ...photo } = await inLine(() => {
      if (isWanted && !isWanted()) throw new AppError('bad_request', 'The upload was cut off.')
      return develop(bytes)
    })
    await store.put(name, versions)
    await recordPhoto(db, {
      ...photo,
      name,
      bytes: versions.reduce((sum, version) => sum + version.bytes.length, 0),
      uploader_id: uploaderId,
      uploaded_at: now(),
    })
    // A sweep may have taken an old copy away between the last two steps; from here on it will not.
    if (!(await store.has(name, keptWidths(photo.width)))) await store.put(name, versions)
    return photoInfoOf({ name, ...photo })
  }

  return { store, save, open: createPhotoReader(store, now) }
}
