import { LRUCache } from 'lru-cache'
import { photoWidths, type UploadedPhoto, variantWidths } from '#contract/photos.ts'
import type { Db } from '../database/database.ts'
import { dayMs, hourMs } from '../durations.ts'
import { AppError, tooMany } from '../errors.ts'
import { createKeyedMutex, createSemaphore } from '../limits/queues.ts'
import { toUploadedPhoto } from './attach-photos.ts'
import { decodePhoto } from './photo-decoder.ts'
import { computePhotoName } from './photo-name.ts'
import {
  findMailbox,
  isCopyTakenDown,
  isMarkedTakenDown,
  sumPhotoBytesOfMailbox,
  touchUploadedPhoto,
  upsertPhoto,
} from './photo-queries.ts'
import type { PhotoStore } from './photo-store.ts'
import type { ProcessedPhoto } from './process-photo.ts'

export interface Upload {
  bytes: Buffer<ArrayBuffer>
  uploaderId: number
  /** This signal aborts when the client disconnects. The photo is then not processed any further. */
  signal?: AbortSignal
  /** This is called after decoding, whether it succeeded, failed or was killed. */
  countDecoding?: (ms: number) => Promise<void>
}

export interface Photos {
  readonly store: PhotoStore
  /** Saves a photo. The transactions of `db` may throw, because a session can end while the photo is being processed. */
  save(db: Pick<Db, 'transaction'>, upload: Upload): Promise<UploadedPhoto>
  /** Opens the variant of that width or, if the photo is smaller, its largest variant. */
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
  const beingStored = createByteCounts()
  const withProcessingSlot = createSemaphore({ concurrency: 2, maxWaiting: 20 })

  /**
   * Finds the row of a photo that was uploaded before. Refuses a new photo before it is decoded if it was taken down or
   * there is no room for it.
   */
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
      return toUploadedPhoto(existing)
    }

    const { variants, ...photo } = await withProcessingSlot(() => decode(upload), mailbox, signal)
    const storedBytes = variants.reduce((sum, variant) => sum + variant.bytes.length, 0)
    // The photos of a mailbox that are being stored count each other. The lock does not reach other processes, so each of
    // them can store one photo too many. It is not held while files are stored, because the store may be slow.
    const release = await runExclusive(mailbox, async () => {
      signal?.throwIfAborted()
      if (existing) return () => {}
      await db.transaction(async (tx) => {
        if (await isCopyTakenDown(tx, { hash: photo.hash, mailbox })) throw takenDown()
        const bytes = storedBytes + beingStored.bytesOf(mailbox)
        await requirePhotoRoom(tx, mailbox, { bytes, now: now() })
      })
      return beingStored.add(mailbox, storedBytes)
    })
    await store.put(name, variants).catch((error) => {
      release()
      throw error
    })
    await runExclusive(mailbox, async () => {
      release()
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
    // Before the row existed, `deleteUnusedPhotos` may have quarantined older files. From now on it will not.
    if (!(await store.has(name, variantWidths(photo.width)))) await store.put(name, variants)
    return toUploadedPhoto({ name, ...photo })
  }

  return { store, save, open: createPhotoReader(store) }
}

/** Counts bytes by mailbox. */
function createByteCounts() {
  const counts = new Map<string, number>()
  const bytesOf = (mailbox: string) => counts.get(mailbox) ?? 0
  return {
    bytesOf,
    /** Adds these bytes, and returns a function that takes them off. */
    add(mailbox: string, bytes: number) {
      counts.set(mailbox, bytesOf(mailbox) + bytes)
      return () => {
        const left = bytesOf(mailbox) - bytes
        if (left > 0) counts.set(mailbox, left)
        else counts.delete(mailbox)
      }
    },
  }
}

const takenDown = () =>
  new AppError('bad_request', 'This photo was taken down with a listing. Choose another one.')

const maxMissingVariants = 10_000

interface OpenPhoto {
  bytes: Buffer
  width: number
}

/**
 * Reads photos from the store without a cache: a copy in memory would outlive a removed photo, in every process. The
 * operating system keeps files in memory, and a CDN (PHOTO_URL) keeps the objects of a store.
 */
export function createPhotoReader(store: Pick<PhotoStore, 'get'>) {
  const inFlight = new Map<string, Promise<Buffer | undefined>>()
  /** Variants that small photos do not have. Remembering them saves requests from looking in the store each time. */
  const missingVariants = new LRUCache<string, true>({ max: maxMissingVariants, ttl: hourMs })

  /** Reads a variant. Concurrent requests for it share one read of the store. */
  function read(key: string, name: string, width: number) {
    const reading = inFlight.get(key) ?? store.get(name, width).finally(() => inFlight.delete(key))
    inFlight.set(key, reading)
    return reading
  }

  /** Opens the variant of that width or, if the photo is smaller, its largest variant. */
  return async function open(name: string, width: number): Promise<OpenPhoto | undefined> {
    const missing: string[] = []
    for (const candidate of photoWidths.toReversed()) {
      const key = `${name}-${candidate}`
      if (candidate > width || missingVariants.has(key)) continue
      const bytes = await read(key, name, candidate)
      if (bytes) {
        // The cache is filled only here, so that it holds nothing about photos that do not exist.
        for (const variant of missing) missingVariants.set(variant, true)
        return { bytes, width: candidate }
      }
      missing.push(key)
    }
    return undefined
  }
}

const megabyte = 1024 * 1024

/**
 * These limits count the stored bytes of all accounts of a mailbox. A phone's photo takes 0.2 MB, the largest 7 MB.
 * Photos that no listing shows are deleted after a day.
 */
const maxUnusedMegabytes = 200
const maxMegabytes = 2_000

/** Throws if the mailbox has no room for another photo of this size. */
async function requirePhotoRoom(
  db: Db,
  mailbox: string,
  { bytes, now }: { bytes: number; now: number },
): Promise<void> {
  // Older photos are not counted, because the cleanup deletes them as soon as it runs.
  const { unused, total } = await sumPhotoBytesOfMailbox(db, mailbox, {
    unusedSince: now - 2 * dayMs,
  })
  const retry = { until: now + dayMs, now }
  if (unused + bytes > maxUnusedMegabytes * megabyte) {
    throw tooMany(
      `You've uploaded ${maxUnusedMegabytes} MB of photos that no listing shows. Post some of them, or wait until we delete them after a day.`,
      retry,
    )
  }
  if (total + bytes > maxMegabytes * megabyte) {
    throw tooMany(
      `Your photos take up ${maxMegabytes / 1_000} GB. Delete old listings to make room.`,
      retry,
    )
  }
}
