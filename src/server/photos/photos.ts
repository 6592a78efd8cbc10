import { type UploadedPhoto, variantWidths } from '#contract/photos.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { createKeyedMutex } from '../limits/keyed-mutex.ts'
import { createSemaphore } from '../limits/semaphore.ts'
import { toPhotoInfo } from './attach-photos.ts'
import { decodePhoto } from './photo-decoder.ts'
import { computePhotoName } from './photo-name.ts'
import {
  findMailbox,
  isCopyTakenDown,
  isMarkedTakenDown,
  touchUploadedPhoto,
  upsertPhoto,
} from './photo-queries.ts'
import { requirePhotoRoom } from './photo-quota.ts'
import { createPhotoReader, type OpenPhoto } from './photo-reader.ts'
import type { PhotoStore } from './photo-store.ts'
import type { ProcessedPhoto } from './process-photo.ts'

export interface Upload {
  bytes: Buffer<ArrayBuffer>
  uploaderId: number
  /** Aborts when the client disconnects: the photo is not processed any further. */
  signal?: AbortSignal
  /** Called after decoding, whether it succeeded, failed or was killed. */
  countDecoding?: (ms: number) => Promise<void>
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
  const runExclusive = createKeyedMutex()
  const withProcessingSlot = createSemaphore({ concurrency: 2, maxWaiting: 20 })

  /** The row of a photo that was uploaded before. A new one is refused before it is decoded, if there is no room for it. */
  async function admit(tx: Db, name: string, uploaderId: number) {
    const mailbox = (await findMailbox(tx, uploaderId)) ?? ''
    const existing = await touchUploadedPhoto(tx, name, uploaderId, now())
    if (existing) return { existing, mailbox }
    if (await isMarkedTakenDown(tx, name)) throw takenDown()
    await requirePhotoRoom(tx, mailbox, { bytes: 1, now: now() })
    return { existing, mailbox }
  }

  async function decode({ bytes, signal, countDecoding }: Upload) {
    const startedAt = now()
    try {
      return await processPhoto(bytes, signal)
    } finally {
      await countDecoding?.(now() - startedAt)
    }
  }

  async function save(db: Pick<Db, 'transaction'>, upload: Upload) {
    const { bytes, uploaderId, signal } = upload
    const name = await computePhotoName(bytes, uploaderId)
    const { existing, mailbox } = await db.transaction((tx) => admit(tx, name, uploaderId))
    if (existing && (await store.has(name, variantWidths(existing.width)))) {
      return toPhotoInfo(existing)
    }

    const { variants, ...photo } = await withProcessingSlot(() => decode(upload), mailbox, signal)
    const storedBytes = variants.reduce((sum, variant) => sum + variant.bytes.length, 0)
    // Several photos of a mailbox at once would all find the same room. Other processes don't wait here, so each of them
    // can store one photo too many.
    await runExclusive(mailbox, async () => {
      signal?.throwIfAborted()
      const room = { bytes: storedBytes, now: now() }
      if (!existing) {
        await db.transaction(async (tx) => {
          if (await isCopyTakenDown(tx, { hash: photo.hash, mailbox })) throw takenDown()
          await requirePhotoRoom(tx, mailbox, room)
        })
      }
      await store.put(name, variants)
      await db.transaction((tx) =>
        upsertPhoto(tx, {
          ...photo,
          name,
          bytes: storedBytes,
          uploader_id: uploaderId,
          uploaded_at: now(),
        }),
      )
    })
    // deleteUnusedPhotos may have quarantined older files before the row was there; from now on it will not.
    if (!(await store.has(name, variantWidths(photo.width)))) await store.put(name, variants)
    return toPhotoInfo({ name, ...photo })
  }

  return { store, save, open: createPhotoReader(store) }
}

const takenDown = () =>
  new AppError('bad_request', 'This photo was taken down with a listing. Choose another one.')
