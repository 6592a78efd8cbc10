import { accessSync, constants, statfsSync } from 'node:fs'

const memoryFolder = '/dev/shm'
/** The space that tests need. The databases of all workers and PostgreSQL's together stay far below it. */
const neededBytes = 2 * 1024 ** 3

/**
 * Points `os.tmpdir()` of this process and its children to a folder in memory, if the machine has one. Test databases then
 * never wait for a disk, although they are opened as in production.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR === memoryFolder || !hasRoom()) return
  process.env.TMPDIR = memoryFolder
}

function hasRoom(): boolean {
  try {
    accessSync(memoryFolder, constants.W_OK)
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize > neededBytes
  } catch {
    return false
  }
}
