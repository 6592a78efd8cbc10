import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncDirectory } from '../photos/durable-files.ts'

/** A file that has its name only once it is complete and would survive a power cut; its owner alone may read it. */
export async function writeWhole<Result>(
  path: string,
  write: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const draft = join(dirname(path), `.${basename(path)}.${crypto.randomUUID()}.part`)
  try {
    const file = await open(draft, 'wx', 0o600)
    let result: Result
    try {
      result = await write(file)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
    await syncDirectory(dirname(path))
    return result
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
