import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { readConfig } from '../config.ts'
import { createOutboxTransport } from '../mail/create-mail-transport.ts'
import { openResources, prepareResources } from '../startup/resources.ts'
import { makeDataPrivate } from './private-files.ts'

async function createFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const configFor = (DATA_DIR: string) => readConfig({ NODE_ENV: 'test', DEMO: '0', DATA_DIR })

const photoName = '0123456789abcdef0123456789abcdef'

async function readMode(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8)
}

/** Returns the modes of all files and of all folders below the root. */
async function readModes(root: string) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const modes = { files: new Set<string>(), folders: new Set<string>() }
  for (const entry of entries) {
    const mode = await readMode(join(entry.parentPath, entry.name))
    modes[entry.isDirectory() ? 'folders' : 'files'].add(mode)
  }
  return { modes, names: entries.map(({ name }) => name) }
}

function withUmask(mask: number) {
  const before = process.umask(mask)
  onTestFinished(() => void process.umask(before))
}

it('creates data that only its owner may read, whatever the umask', async () => {
  withUmask(0)
  const dataDir = join(await createFolder(), 'data')
  const { db, photos } = await prepareResources(configFor(dataDir), () => {})
  onTestFinished(() => db.close())
  await photos.store.put(photoName, [{ width: 320, bytes: Buffer.from('small') }])
  await photos.store.quarantine(photoName)
  await photos.store.put(photoName, [{ width: 320, bytes: Buffer.from('small') }])
  const mail = { id: '1', template: 'test', to: at('ada'), subject: 'Hello' }
  const outbox = createOutboxTransport({ dataDir, from: 'post@mail.example' })
  await outbox.send({ ...mail, text: '', html: '' }, new AbortController().signal)
  const { modes, names } = await readModes(dataDir)
  expect(names).toEqual(expect.arrayContaining(['quad.db', 'quad.db-wal', 'quad.db-shm', 'outbox']))
  expect(names).toEqual(expect.arrayContaining([photoName, '320.webp', 'incoming', 'aside']))
  expect(modes).toEqual({ files: new Set(['600']), folders: new Set(['700']) })
  expect(await readMode(dataDir)).toBe('700')
})

it('takes access to existing data from others, and to nothing else', async () => {
  withUmask(0)
  const dataDir = await createFolder()
  const foreign = join(await createFolder(), 'foreign.txt')
  const own = ['backups/quad-2026-11-14.tar', 'outbox/1.eml', `uploads/01/${photoName}/320.webp`]
  for (const name of [...own, 'notes.txt']) {
    await mkdir(dirname(join(dataDir, name)), { recursive: true })
    await writeFile(join(dataDir, name), '')
  }
  await writeFile(foreign, '')
  await symlink(foreign, join(dataDir, 'outbox/link'))
  const first = await prepareResources(configFor(dataDir), () => {})
  await first.db.close()
  for (const name of ['quad.db', 'uploads']) await chmod(join(dataDir, name), 0o755)
  const { db } = await openResources(configFor(dataDir))
  onTestFinished(() => db.close())
  const { modes } = await readModes(dataDir)
  expect(await readMode(join(dataDir, 'notes.txt'))).toBe('666')
  expect(await readMode(foreign)).toBe('666')
  expect(modes).toEqual({ files: new Set(['600', '666']), folders: new Set(['700']) })
  for (const name of own) expect(await readMode(join(dataDir, name))).toBe('600')
  expect(await readMode(join(dataDir, 'quad.db-wal'))).toBe('600')
})

it('follows no symbolic link, and warns of a folder that others can write to', async () => {
  withUmask(0)
  const dataDir = await createFolder()
  await chmod(dataDir, 0o777)
  const foreign = await createFolder()
  await chmod(foreign, 0o755)
  await symlink(foreign, join(dataDir, 'outbox'))
  const warn = vi.fn()
  await makeDataPrivate(dataDir, warn)
  expect(await readMode(foreign)).toBe('755')
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('chmod 700'))
})
