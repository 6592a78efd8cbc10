import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../errors.ts'
import { syncDirectory, writeDurably } from './durable-files.ts'
import type { KeptPhoto, PhotoStore } from './photo-store.ts'

/** Photos as folders, `ab/abcd…/640.webp`; a whole folder appears and disappears by being renamed. */
export async function openDiskStore(root: string): Promise<PhotoStore> {
  const incoming = join(root, 'incoming')
  const aside = join(root, 'aside')
  const shelf = (name: string) => join(root, name.slice(0, 2))
  const kept = (name: string) => join(shelf(name), name)

  await mkdir(incoming, { recursive: true })
  await mkdir(aside, { recursive: true })
  await syncDirectory(root)
  await syncDirectory(dirname(root))

  /** An equal photo that is there already is as good as this one. */
  async function keep(draft: string, name: string) {
    await mkdir(shelf(name), { recursive: true })
    try {
      await rename(draft, kept(name))
    } catch (error) {
      if (!(await changedAt(kept(name)))) throw error
      await rm(draft, { recursive: true, force: true })
    }
    await syncDirectory(shelf(name))
    await syncDirectory(root)
  }

  const file = (name: string, width: number) => join(kept(name), `${width}.webp`)

  async function read(name: string, width: number) {
    try {
      return await readFile(file(name, width))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  return {
    async put(name, versions) {
      const draft = join(incoming, `${name}.${randomUUID()}`)
      try {
        await mkdir(draft)
        for (const { width, bytes } of versions) {
          await writeDurably(join(draft, `${width}.webp`), bytes)
        }
        await syncDirectory(draft)
        await keep(draft, name)
      } catch (error) {
        await rm(draft, { recursive: true, force: true })
        throw isOutOfSpace(error) ? noRoom() : error
      }
    },

    get: read,

    async has(name, widths) {
      const found = await Promise.all(widths.map((width) => changedAt(file(name, width))))
      return !found.includes(undefined)
    },

    async fingerprint(name, width) {
      const bytes = await read(name, width)
      if (!bytes) return undefined
      return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    },

    async *list() {
      for (const folder of await readdir(root)) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue
        const found = await entries(join(root, folder))
        yield found.filter(({ name }) => /^[0-9a-f]{32}$/.test(name))
      }
    },

    async listAside() {
      const photos = await entries(aside)
      return photos.map(({ name: ticket, since }) => ({ ticket, name: nameOn(ticket), since }))
    },

    async setAside(name) {
      const ticket = `${name}.${randomUUID()}`
      try {
        await rename(kept(name), join(aside, ticket))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
      await utimes(join(aside, ticket), new Date(), new Date())
      return ticket
    },

    async restore(ticket) {
      if (await changedAt(join(aside, ticket))) await keep(join(aside, ticket), nameOn(ticket))
    },

    async discard(ticket) {
      await rm(join(aside, ticket), { recursive: true, force: true })
    },

    async tidy(before) {
      for (const { name, since } of await entries(incoming)) {
        if (since < before) await rm(join(incoming, name), { recursive: true, force: true })
      }
    },
  }
}

function nameOn(ticket: string) {
  return ticket.split('.')[0] ?? ticket
}

async function entries(folder: string): Promise<KeptPhoto[]> {
  const found: KeptPhoto[] = []
  for (const name of await readdir(folder)) {
    const since = await changedAt(join(folder, name))
    if (since) found.push({ name, since })
  }
  return found
}

async function changedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function isMissing(error: unknown) {
  return codeOf(error) === 'ENOENT'
}

function isOutOfSpace(error: unknown) {
  return codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT'
}

function noRoom() {
  return new AppError('unavailable', 'There is no room for photos right now. Try again later.', {
    retryAfterSeconds: 300,
  })
}
