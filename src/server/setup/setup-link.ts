import { hash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pagePaths } from '#contract/paths.ts'
import { setupLinkFile } from '#contract/setup-steps.ts'
import { isSameSecret } from '../app-secret.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { StartupError } from '../errors.ts'
import { privateFolderMode } from '../files/private-files.ts'
import { createSyncedFile, writeFileAtomically } from '../files/write-file-atomically.ts'
import {
  deleteLinkHashes,
  deleteSetupLeftovers,
  findLinkHashes,
  insertLinkHash,
  isSetupFinished,
  needsSetup,
} from './setup-state.ts'

type LinkConfig = Pick<Config, 'NODE_ENV' | 'isTryOut' | 'DATA_DIR' | 'APP_URL'>

const pathOf = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => join(DATA_DIR, setupLinkFile)

/**
 * Makes the link of a new site, or keeps the one that the file has. Returns the path of the file, or undefined if the site
 * needs no set-up. The link itself is never printed, because logs are read by more people than the file.
 */
export async function prepareSetup(
  db: Db,
  config: LinkConfig,
  now: number,
): Promise<string | undefined> {
  if (!needsSetup(config)) return undefined
  await deleteSetupLeftovers(db, now)
  if (await isSetupFinished(db)) {
    // The process that finished the set-up may have ended before it deleted the file, or has another folder.
    await deleteLinkFile(config)
    return undefined
  }
  const path = pathOf(config)
  const links = await findLinkHashes(db)
  const kept = await readToken(path)
  // After `npm run setup -- link`, an older file of another machine has a link that no longer counts.
  const isKept = kept !== undefined && (links.length === 0 || hasToken(links, kept))
  try {
    const token = isKept ? kept : await createFile(path, config, kept !== undefined)
    // APP_URL may be another one than at the last start.
    if (isKept) await replaceFile(path, config, token)
    await insertLinkHash(db, hashToken(token), now)
    return path
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new StartupError(`The link of the set-up cannot be written. DATA_DIR: ${error.message}`)
  }
}

/** Returns the end of the last line of a start. Before the set-up, the site is only a notice, so the line leads to the link. */
export function setupHint(config: LinkConfig): string {
  const path = pathOf(config)
  if (!needsSetup(config) || !existsSync(path)) return ''
  return `, but not set up. Open the link in this file: ${path}`
}

/** Makes a new link for somebody with a shell. All others end. Returns the path of the file. */
export async function renewSetupLink(db: Db, config: LinkConfig, now: number): Promise<string> {
  const path = pathOf(config)
  const token = await createFile(path, config, true)
  await db.transaction(async (tx) => {
    await deleteLinkHashes(tx)
    await insertLinkHash(tx, hashToken(token), now)
  })
  return path
}

/** Whether this is the token of a link. It compares in constant time. */
export async function isSetupToken(db: Db, token: string): Promise<boolean> {
  return hasToken(await findLinkHashes(db), token)
}

const hasToken = (hashes: readonly string[], token: string) => {
  const own = hashToken(token)
  return hashes.filter((each) => isSameSecret(each, own)).length > 0
}

export const deleteLinkFile = (config: Pick<Config, 'DATA_DIR'>) =>
  rm(pathOf(config), { force: true })

const hashToken = (token: string) => hash('sha256', token, 'base64url')

const lineOf = ({ APP_URL }: LinkConfig, token: string) =>
  `${APP_URL}${pagePaths.setupLink(token)}\n`

async function readToken(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return /#token=([\w-]{43})\n$/.exec(text)?.[1]
}

/** Writes a new token. Two processes that start at once in one folder get the same one. */
async function createFile(path: string, config: LinkConfig, replaces: boolean): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: privateFolderMode })
  if (replaces) {
    await replaceFile(path, config, token)
    return token
  }
  const temporaryPath = join(folder, `.${setupLinkFile}.${crypto.randomUUID()}.part`)
  try {
    await createSyncedFile(temporaryPath, (file) => file.writeFile(lineOf(config, token)))
    // Unlike a rename, a hard link fails if another process was first, and it shows only the finished file.
    await link(temporaryPath, path)
    return token
  } catch {
    // Another process was first, and its file counts. Otherwise the file is damaged, or this disk has no hard links.
    const other = await readToken(path)
    if (other) return other
    await replaceFile(path, config, token)
    return token
  } finally {
    await rm(temporaryPath, { force: true })
  }
}

const replaceFile = (path: string, config: LinkConfig, token: string) =>
  writeFileAtomically(path, (file) => file.writeFile(lineOf(config, token)))
