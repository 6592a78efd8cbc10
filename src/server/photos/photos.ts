import { type UploadedPhoto, variantWidths } from '#contract/photos.ts'
import type { Db } from '../database/database.ts'
import { createSemaphore } from '../limits/semaphore.ts'
import { toPhotoInfo } from './attach-photos.ts'
import { decodePhoto } from './photo-decoder.ts'
import { computePhotoName } from './photo-name.ts'
import { touchUploadedPhoto, upsertPhoto } from './photo-queries.ts'
import { createPhotoReader, type OpenPhoto } from './photo-reader.ts'
import type { PhotoStore } from './photo-store.ts'
import type { ProcessedPhoto } from './process-photo.ts'

export interface Upload {
  bytes: Buffer<ArrayBuffer>
  uploaderId: number
  /** Aborts when the client disconnects: the photo is not processed any further. */
  signal?: AbortSignal
}

export interface Photos {
  readonly store: PhotoStore
  /** The transactions of `db` may refuse: a session can end while the photo is being processed. */
  save(db: Pick<Db, 'transaction'>, upload: Upload): Promise<UploadedPhoto>
  /** Opens the variant of that width or, if the photo is smaller, its largest. */
  open(name: string, width: number): Promise<OpenPhoto | undefined>
}

type ProcessPhoto = (bytes: Buffer, signal?: AbortSignal) => Promise<ProcessedPhoto>

export interface PhotosDeps {
  store: PhotoStore
  now?: () => number
  processPhoto?: ProcessPhoto
}

const processInChild: ProcessPhoto = (bytes, signal) => decodePhoto('process', bytes, signal)

export function createPhotos(deps: PhotosDeps): Photos {
  const { store, now = Date.now, processPhoto = processInChild } = deps
  const withProcessingSlot = createSemaphore({ concurrency: 2, maxWaiting: 20 })

  async function save(db: Pick<Db, 'transaction'>, { bytes, uploaderId, signal }: Upload) {
    const name = await computePhotoName(bytes, uploaderId)
    const existing = await db.transaction((tx) => touchUploadedPhoto(tx, name, uploaderId, now()))
    if (existing && (await store.has(name, variantWidths(existing.width)))) {
      return toPhotoInfo(existing)
    }

    const { variants, ...photo } = await withProcessingSlot(
      () => processPhoto(bytes, signal),
      String(uploaderId),
      signal,
    )
    await store.put(name, variants)
    await db.transaction((tx) =>
      upsertPhoto(tx, {
        ...photo,
        name,
        bytes: variants.reduce((sum, variant) => sum + variant.bytes.length, 0),
        uploader_id: uploaderId,
        uploaded_at: now(),
      }),
    )
    // deleteUnusedPhotos may have quarantined older files before the row was there; from now on it will not.
    if (!(await store.has(name, variantWidths(photo.width)))) await store.put(name, variants)
    return toPhotoInfo({ name, ...photo })
  }

  return { store, save, open: createPhotoReader(store) }
}
