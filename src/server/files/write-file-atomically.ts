import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { privateFileMode } from './private-files.ts'

type Write<Result> = (file: FileHandle) => Promise<Result>

/**
 * Writes to a temporary file beside `path`, syncs it and renames it. The file appears complete or not at all, even
 * after a power cut.
 */
export async function writeFileAtomically<Result>(
  path: string,
  write: Write<Result>,
): Promise<Result> {
  const temporaryPath = join(dirname(path), `.${basename(path)}.${crypto.randomUUID()}.part`)
  try {
    const result = await createSyncedFile(temporaryPath, write)
    await rename(temporaryPath, path)
    await syncDirectory(dirname(path))
    return result
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
}

/**
 * Creates a file that only its owner may read; fails if it exists. Syncs the content, but only `syncDirectory` syncs
 * the name.
 */
export async function createSyncedFile<Result>(
  path: string,
  write: Write<Result>,
): Promise<Result> {
  const file = await open(path, 'wx', privateFileMode)
  try {
    const result = await write(file)
    await file.sync()
    return result
  } finally {
    await file.close()
  }
}

/** Makes created, renamed and deleted names in the directory survive a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory for fsync.
  if (process.platform === 'win32') return
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
