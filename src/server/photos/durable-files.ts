import { open } from 'node:fs/promises'

export async function writeDurably(path: string, bytes: Uint8Array) {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new name outlives a power cut only once its directory is synced too. */
export async function syncDirectory(path: string) {
  // Windows offers no handle on a directory to sync.
  if (process.platform === 'win32') return
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
