import { chmod, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorReason } from '../errors.ts'

/** The modes of the folders and files that Quad creates. They are explicit, because the umask may allow everyone to read. */
export const privateFolderMode = 0o700
export const privateFileMode = 0o600

const accessOfOthers = 0o077
const writeByOthers = 0o022

/** The names that Quad uses in DATA_DIR. Other files there do not belong to it. */
const ownNames = [
  ...['quad.db', 'quad.db-wal', 'quad.db-shm', 'uploads', 'outbox', 'backups'],
  'setup-link.txt',
]

/** Lets only the owner read existing data. Earlier versions left the modes to the umask. */
export async function makeDataPrivate(
  dataDir: string,
  warn: (message: string) => void = () => {},
): Promise<void> {
  // Windows does not have these modes.
  if (process.platform === 'win32') return
  const folder = await stat(dataDir).catch(() => undefined)
  if (folder && (folder.mode & writeByOthers) !== 0) {
    warn(`Other users of this machine can replace files in ${dataDir}; chmod 700 keeps them out.`)
  }
  for (const path of ownNames.map((name) => join(dataDir, name))) {
    await makePrivate(path).catch((error) => {
      warn(`Other users of this machine may be able to read ${path}: ${errorReason(error)}`)
    })
  }
}

/**
 * Makes a folder or file private. A folder's own mode changes last, so that the next start knows that everything below
 * is done. It does not follow symbolic links, which may lead to other people's files.
 */
async function makePrivate(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => undefined)
  if (!stats || stats.isSymbolicLink() || (stats.mode & accessOfOthers) === 0) return
  if (!stats.isDirectory()) return chmod(path, privateFileMode)
  for (const name of await readdir(path)) await makePrivate(join(path, name))
  await chmod(path, privateFolderMode)
}
