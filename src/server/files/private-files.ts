import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorReason } from '../errors.ts'

/** Modes for what Quad creates: explicit, because the umask may allow everyone to read. */
export const privateFolderMode = 0o700
export const privateFileMode = 0o600

const accessOfOthers = 0o077

/** What Quad keeps in DATA_DIR; other files there are not its own. */
const ownNames = ['quad.db', 'quad.db-wal', 'quad.db-shm', 'uploads', 'outbox', 'backups']

/** For data of earlier versions, which kept to the umask: lets only the owner read what exists. */
export async function makeDataPrivate(
  dataDir: string,
  warn: (message: string) => void = () => {},
): Promise<void> {
  // Windows has no such modes.
  if (process.platform === 'win32') return
  for (const path of ownNames.map((name) => join(dataDir, name))) {
    await makePrivate(path).catch((error) => {
      warn(`Other users of this machine may be able to read ${path}: ${errorReason(error)}`)
    })
  }
}

/** A folder's own mode is changed last: it tells the next start that all below is done. */
async function makePrivate(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats || (stats.mode & accessOfOthers) === 0) return
  if (!stats.isDirectory()) return chmod(path, privateFileMode)
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await makePrivate(join(path, entry.name))
  }
  await chmod(path, privateFolderMode)
}
