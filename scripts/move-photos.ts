import { readConfig } from '#server/config.ts'
import { StartupError } from '#server/errors.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { MoveError, type MoveProgress, movePhotos } from '#server/photos/move-photos.ts'
import { uploadsFolder } from '#server/photos/open-photo-store.ts'
import { ObjectStoreError } from '#server/photos/s3/object-store-error.ts'
import { openS3Store } from '#server/photos/s3/open-s3-store.ts'
import {
  clearProgressLine,
  exitWithMessage,
  formatCount,
  formatMegabytes,
  formatNumber,
  showProgressLine,
} from './site/terminal.ts'

const usage = 'Say which way: npm run photos:move -- to-store, or npm run photos:move -- to-disk'
/** These limits are higher than for requests, because no client waits. */
const limits = { maxAttempts: 6, attemptTimeoutMs: 30_000, totalTimeoutMs: 120_000 }

try {
  const [direction, ...more] = process.argv.slice(2)
  if ((direction !== 'to-store' && direction !== 'to-disk') || more.length > 0) {
    throw new MoveError(usage)
  }
  const config = readConfig(process.env)
  if (!config.S3_URL) throw new MoveError('Set S3_URL to the store, as .env.example shows it.')
  const folder = uploadsFolder(config)
  const disk = await openDiskStore(folder)
  const store = await openS3Store(config.S3_URL, { warn: failStart, limits })
  const toStore = direction === 'to-store'
  const [from, to] = toStore ? [disk, store] : [store, disk]
  const moved = await movePhotos({ from, to, onProgress: showProgress })
  clearProgressLine()
  console.log(formatResult(moved, toStore ? `the bucket ${config.S3_URL.bucket}` : folder))
  console.log(
    toStore
      ? `Nothing was deleted. Start Quad with S3_URL, run this once more for photos that came meanwhile, and then delete ${folder}.`
      : `Nothing was deleted. Start Quad without S3_URL, run this once more for photos that came meanwhile, and then empty the bucket ${config.S3_URL.bucket}.`,
  )
} catch (error) {
  exitWithMessage(error instanceof ObjectStoreError ? toMoveError(error) : error, MoveError)
}

function failStart(message: string): never {
  throw new StartupError(message)
}

function toMoveError({ reason }: ObjectStoreError): MoveError {
  return new MoveError(`The store stopped working: ${reason}. Run this again to go on from here.`)
}

function formatResult({ copied, skipped, bytes }: MoveProgress, where: string): string {
  return `Copied ${formatCount(copied, 'photo')} (${formatMegabytes(bytes)}) to ${where}, each checked; ${formatNumber(skipped)} there already.`
}

function showProgress({ total, copied, skipped, bytes }: MoveProgress) {
  showProgressLine(() => {
    const done = `${formatNumber(copied + skipped)} of ${formatNumber(total)} photos`
    return `${done}, ${formatMegabytes(bytes)} copied`
  })
}
