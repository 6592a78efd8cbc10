import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../errors.ts'
import { privateFolderMode } from '../files/private-files.ts'
import { createSyncedFile, syncDirectory } from '../files/write-file-atomically.ts'
import type { PhotoStore } from './photo-store.ts'

/**
 * Opens a store on disk. Each photo has a directory, such as `ab/abcd…/640.webp`. The directory is written to
 * `incoming` and renamed into place, so that all variants appear and disappear at once.
 */
export async function openDiskStore(root: string): Promise<PhotoStore> {
  const incoming = join(root, 'incoming')
  // This name is from the first version, and existing sites have photos in this directory.
  const quarantineRoot = join(root, 'aside')
  const shardDirectory = (name: string) => join(root, name.slice(0, 2))
  const photoDirectory = (name: string) => join(shardDirectory(name), name)
  const variantPath = (name: string, width: number) => join(photoDirectory(name), `${width}.webp`)
  const quarantinePath = (quarantineId: string) => join(quarantineRoot, quarantineId)

  await mkdir(incoming, { recursive: true, mode: privateFolderMode })
  await mkdir(quarantineRoot, { recursive: true, mode: privateFolderMode })
  await syncDirectory(root)
  await syncDirectory(dirname(root))

  /** Moves a photo into place. If a photo of this name exists already, it has the same content and is kept. */
  async function moveIntoPlace(source: string, name: string) {
    await mkdir(shardDirectory(name), { recursive: true, mode: privateFolderMode })
    try {
      await rename(source, photoDirectory(name))
    } catch (error) {
      if (!(await readModifiedAt(photoDirectory(name)))) throw error
      await rm(source, { recursive: true, force: true })
    }
    await syncDirectory(shardDirectory(name))
    await syncDirectory(root)
  }

  async function read(name: string, width: number) {
    try {
      return await readFile(variantPath(name, width))
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  return {
    async put(name, variants) {
      const draft = join(incoming, `${name}.${randomUUID()}`)
      try {
        await mkdir(draft, privateFolderMode)
        for (const { width, bytes } of variants) {
          await createSyncedFile(join(draft, `${width}.webp`), (file) => file.writeFile(bytes))
        }
        await syncDirectory(draft)
        await moveIntoPlace(draft, name)
      } catch (error) {
        await rm(draft, { recursive: true, force: true })
        throw isOutOfSpace(error) ? outOfSpaceError() : error
      }
    },

    get: read,

    async has(name, widths) {
      const times = await Promise.all(
        widths.map((width) => readModifiedAt(variantPath(name, width))),
      )
      return !times.includes(undefined)
    },

    async fingerprint(name, width) {
      const bytes = await read(name, width)
      if (!bytes) return undefined
      return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    },

    async *list() {
      for (const shard of await readdir(root)) {
        if (!/^[0-9a-f]{2}$/.test(shard)) continue
        const entries = await readEntries(join(root, shard))
        yield entries
          .filter(({ name }) => /^[0-9a-f]{32}$/.test(name))
          .map(({ name, modifiedAt }) => ({ name, storedAt: modifiedAt }))
      }
    },

    async listQuarantined() {
      const entries = await readEntries(quarantineRoot)
      return entries.map(({ name: quarantineId, modifiedAt }) => ({
        quarantineId,
        name: parsePhotoName(quarantineId),
        quarantinedAt: modifiedAt,
      }))
    },

    async quarantine(name) {
      const quarantineId = `${name}.${randomUUID()}`
      try {
        await rename(photoDirectory(name), quarantinePath(quarantineId))
      } catch (error) {
        if (isNotFound(error)) return undefined
        throw error
      }
      await utimes(quarantinePath(quarantineId), new Date(), new Date())
      return quarantineId
    },

    async restore(quarantineId) {
      const path = quarantinePath(quarantineId)
      if (await readModifiedAt(path)) await moveIntoPlace(path, parsePhotoName(quarantineId))
    },

    async discard(quarantineId) {
      await rm(quarantinePath(quarantineId), { recursive: true, force: true })
    },

    async deleteIncomplete(before) {
      for (const { name, modifiedAt } of await readEntries(incoming)) {
        if (modifiedAt < before) await rm(join(incoming, name), { recursive: true, force: true })
      }
    },
  }
}

function parsePhotoName(quarantineId: string) {
  return quarantineId.split('.')[0] ?? quarantineId
}

async function readEntries(directory: string) {
  const entries: { name: string; modifiedAt: number }[] = []
  for (const name of await readdir(directory)) {
    const modifiedAt = await readModifiedAt(join(directory, name))
    if (modifiedAt) entries.push({ name, modifiedAt })
  }
  return entries
}

async function readModifiedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

function errorCode(error: unknown) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function isNotFound(error: unknown) {
  return errorCode(error) === 'ENOENT'
}

function isOutOfSpace(error: unknown) {
  return errorCode(error) === 'ENOSPC' || errorCode(error) === 'EDQUOT'
}

function outOfSpaceError() {
  return new AppError('unavailable', 'We have no room for photos right now. Try again later.', {
    retryAfterSeconds: 300,
  })
}
