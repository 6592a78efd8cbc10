import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)
const megabytes = 64

/** Mounts a small file system that can be filled to the last byte. It is unmounted when the test ends. */
export async function mountSmallDisk() {
  const folder = process.env.SMALL_DISK || (await mountTmpfs())
  const filler = join(folder, 'filler')
  return {
    folder,
    async fill() {
      const file = await open(filler, 'a')
      try {
        for (const size of [1024 * 1024, 4096, 1]) await writeUntilFull(file, Buffer.alloc(size))
      } finally {
        await file.close()
      }
    },
    free: () => rm(filler, { force: true }),
  }
}

/** Does the same. Where nothing can be mounted, it says so in the output of the tests, and the test makes up its disk. */
export async function mountSmallDiskIfPossible() {
  try {
    return await mountSmallDisk()
  } catch (error) {
    console.log(`No real disk was filled. ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

async function mountTmpfs(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-small-disk-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=777`, 'tmpfs', folder])
  } catch (error) {
    throw new Error(
      `This test fills a disk and needs a small one: run it as root where mounting is allowed, or set SMALL_DISK to an empty folder on a file system of its own of about ${megabytes} MB.`,
      { cause: error },
    )
  }
  onTestFinished(async () => void (await run('umount', [folder])))
  return folder
}

async function writeUntilFull(file: Awaited<ReturnType<typeof open>>, chunk: Buffer) {
  try {
    for (;;) {
      const { bytesWritten } = await file.write(chunk)
      if (bytesWritten < chunk.length) return
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}
