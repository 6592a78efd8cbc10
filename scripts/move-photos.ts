import { ConfigError, readConfig } from '#server/config.ts'
import { StartupError } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { MoveError, type MoveProgress, movePhotos } from '#server/photos/move-photos.ts'
import { uploadsFolder } from '#server/photos/open-photo-store.ts'
import { openS3Store } from '#server/photos/s3/open-s3-store.ts'
import { StoreFault } from '#server/photos/s3/store-fault.ts'

const usage = 'Say which way: npm run photos:move -- to-store, or npm run photos:move -- to-disk'
/** Nobody waits for an answer: better slow than broken off. */
const patience = { attempts: 6, attemptMs: 30_000, totalMs: 120_000, pauseMs: 300 }
const showEveryMs = 100
let shownAt = 0

try {
  const [way, ...more] = process.argv.slice(2)
  if ((way !== 'to-store' && way !== 'to-disk') || more.length > 0) throw new MoveError(usage)
  const config = readConfig(process.env)
  if (!config.S3_URL) throw new MoveError('Set S3_URL to the store, as .env.example shows it.')
  const folder = uploadsFolder(config)
  const disk = await openDiskStore(folder)
  const store = await openS3Store(config.S3_URL, { warn: giveUp, patience })
  const toStore = way === 'to-store'
  const [from, to] = toStore ? [disk, store] : [store, disk]
  const moved = await movePhotos({ from, to, onProgress: showProgress })
  clearProgress()
  console.log(summary(moved, toStore ? `the bucket ${config.S3_URL.bucket}` : folder))
  console.log(
    toStore
      ? `Nothing was deleted. Start Quad with S3_URL, run this once more for photos that came meanwhile, and then delete ${folder}.`
      : `Nothing was deleted. Start Quad without S3_URL, run this once more for photos that came meanwhile, and then empty the bucket ${config.S3_URL.bucket}.`,
  )
} catch (error) {
  clearProgress()
  const known = [MoveError, ConfigError, StartupError, AppError]
  const isKnown = known.some((kind) => error instanceof kind)
  if (!(error instanceof Error) || !(isKnown || 'syscall' in error)) throw error
  console.error(error instanceof StoreFault ? broken(error) : error.message)
  process.exit(1)
}

function giveUp(sentence: string): never {
  throw new StartupError(sentence)
}

function broken({ reason }: StoreFault): string {
  return `The store stopped working: ${reason}. Run this again to go on from here.`
}

function summary({ copied, same, bytes }: MoveProgress, where: string): string {
  const size = `${(bytes / 1e6).toFixed(1)} MB`
  return `Copied ${number(copied)} ${copied === 1 ? 'photo' : 'photos'} (${size}) to ${where}, each checked; ${number(same)} there already.`
}

function showProgress({ total, copied, same, bytes }: MoveProgress) {
  if (!process.stdout.isTTY || performance.now() - shownAt < showEveryMs) return
  shownAt = performance.now()
  const done = `${number(copied + same)} of ${number(total)} photos`
  process.stdout.write(`\r\x1b[K${done}, ${(bytes / 1e6).toFixed(1)} MB copied …`)
}

function clearProgress() {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
}

function number(count: number): string {
  return count.toLocaleString('en-CA')
}
