import { photoWidths } from '#contract/photos.ts'
import type { Fingerprint, PhotoStore, PhotoVersion } from './photo-store.ts'

export interface MoveParts {
  from: PhotoStore
  to: PhotoStore
  atOnce?: number
  onProgress?: (progress: MoveProgress) => void
}

export interface MoveProgress {
  total: number
  copied: number
  /** There already, with the same size and checksum. */
  same: number
  bytes: number
}

export class MoveError extends Error {}

/**
 * Copies every photo to another store and makes sure that it arrived. Nothing is deleted, and what is there
 * already is not copied again: it may be cut off at any moment and run once more.
 */
export async function movePhotos({ from, to, atOnce = 8, onProgress }: MoveParts) {
  const names = (await Array.fromAsync(from.list())).flat().map(({ name }) => name)
  const progress: MoveProgress = { total: names.length, copied: 0, same: 0, bytes: 0 }
  const line = names.values()
  const failures: unknown[] = []

  async function work() {
    for (const name of line) {
      if (failures.length > 0) return
      const bytes = await movePhoto(from, to, name)
      if (bytes === 0) progress.same++
      else progress.copied++
      progress.bytes += bytes
      onProgress?.(progress)
    }
  }

  const workers = Array.from({ length: atOnce }, () =>
    work().catch((error) => failures.push(error)),
  )
  await Promise.all(workers)
  if (failures.length > 0) throw failures[0]
  return progress
}

/** Resolves to how many bytes had to be copied. */
async function movePhoto(from: PhotoStore, to: PhotoStore, name: string): Promise<number> {
  const before = await compare(from, to, name)
  if (before === 'same') return 0
  const versions = await versionsOf(from, name)
  // What was put under this name from another copy must go first: a store keeps what it has.
  const replaced = before === 'different' ? await to.setAside(name) : undefined
  await to.put(name, versions)
  if (replaced) await to.discard(replaced)
  if ((await compare(from, to, name)) !== 'same') {
    throw new MoveError(`The photo ${name} did not arrive whole. Run this again.`)
  }
  return versions.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

async function versionsOf(store: PhotoStore, name: string): Promise<PhotoVersion[]> {
  const versions: PhotoVersion[] = []
  for (const width of photoWidths) {
    const bytes = await store.get(name, width)
    if (bytes) versions.push({ width, bytes })
  }
  return versions
}

async function compare(from: PhotoStore, to: PhotoStore, name: string) {
  const pairs = await Promise.all(
    photoWidths.map(async (width) => {
      const [here, there] = [from.fingerprint(name, width), to.fingerprint(name, width)]
      return [await here, await there] as const
    }),
  )
  const wanted = pairs.filter(([here]) => here !== undefined)
  if (wanted.some(([here, there]) => there && !isEqual(here, there))) return 'different'
  return wanted.every(([, there]) => there) ? 'same' : 'missing'
}

function isEqual(here: Fingerprint | undefined, there: Fingerprint): boolean {
  if (here?.size !== there.size) return false
  return !here.sha256 || !there.sha256 || here.sha256 === there.sha256
}
