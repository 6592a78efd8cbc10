import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { isWebBuilt } from '../build/fingerprint.ts'

/** An error for the person who releases, shown without a stack trace. */
export class ReleaseError extends Error {}

interface ReleaseOptions {
  root: string
  version: string
  /** Builds the pages of a checkout into its folder `dist`. */
  build: (checkout: string) => Promise<void>
}

interface VersionedFile {
  version: string
  packages?: Record<string, { version?: string }>
}

/**
 * Commits the version, builds its archive and tags it. Resolves to the path of the archive. Everything happens in a checkout
 * of its own, so a release that fails leaves no commit and no tag.
 */
export async function makeRelease({ root, version, build }: ReleaseOptions): Promise<string> {
  await assertReleasable(root, version)
  // Below the root, the build finds the packages that every command installs first. Its files then name the packages by
  // the same relative path on every machine.
  await mkdir(join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(root, '.cache/release-'))
  const checkout = join(folder, 'checkout')
  try {
    await git(root, 'worktree', 'add', '--quiet', '--detach', checkout)
    setVersion(checkout, version)
    await git(checkout, 'commit', '--quiet', '--all', '--message', `Release ${version}`)
    const commit = await git(checkout, 'rev-parse', 'HEAD')
    await build(checkout)
    if (!isWebBuilt(checkout) || (await hasChanges(checkout))) {
      throw new ReleaseError('The build changed its own sources, so a start would build again.')
    }
    const built = listFiles(join(checkout, 'dist'))
    const leak = built.find((path) => readFileSync(path, 'utf8').includes(root))
    if (leak) throw new ReleaseError(`The built file ${leak} names folders of this machine.`)
    const archive = join(root, 'release', `quad-${version}.tar.gz`)
    await mkdir(dirname(archive), { recursive: true })
    await writeArchive(checkout, { archive, built, prefix: `quad-${version}` })
    addChecksum(archive)
    await git(root, 'merge', '--quiet', '--ff-only', commit)
    await git(root, 'tag', '--annotate', `v${version}`, '--message', `Quad ${version}`, commit)
    return archive
  } finally {
    await git(root, 'worktree', 'remove', '--force', checkout).catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
}

async function assertReleasable(root: string, version: string): Promise<void> {
  if (!versionPattern.test(version)) {
    throw new ReleaseError('Name the version, three numbers: npm run release -- 0.2.0')
  }
  if (await hasChanges(root)) {
    throw new ReleaseError('There are changes without a commit. Commit or stash them first.')
  }
  const tags = (await git(root, 'tag', '--list', 'v*')).split('\n').map((tag) => tag.slice(1))
  if (tags.includes(version)) throw new ReleaseError(`The tag v${version} exists already.`)
  const current: VersionedFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const last = [current.version, ...tags.filter((tag) => versionPattern.test(tag))]
    .sort(compareVersions)
    .at(-1)
  if (last && compareVersions(version, last) <= 0) {
    throw new ReleaseError(`${version} is not above the last version, ${last}.`)
  }
  if (!describesVersion(root, version)) {
    throw new ReleaseError(
      `CHANGELOG.md has no text under "## ${version} - DATE". Move what is new from "Unreleased" to such a section, and commit it.`,
    )
  }
}

const versionPattern = /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  const differences = (left ?? []).map((number, index) => number - (right?.[index] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}

/** Whether files differ from the last commit, or are neither committed nor ignored. */
const hasChanges = async (root: string) => (await git(root, 'status', '--porcelain')) !== ''

/** Whether the changelog has a section of this version with more than headings. */
function describesVersion(root: string, version: string): boolean {
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m)
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version) ?? ''
  return section
    .split('\n')
    .slice(1)
    .some((line) => /^[^#\s]/.test(line))
}

function setVersion(checkout: string, version: string): void {
  for (const name of ['package.json', 'package-lock.json']) {
    const path = join(checkout, name)
    const content: VersionedFile = JSON.parse(readFileSync(path, 'utf8'))
    content.version = version
    const own = content.packages?.['']
    if (own) own.version = version
    writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
  }
}

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()

/** Writes the tracked files and the built pages. git sorts the names, and gives every file the time of the commit. */
async function writeArchive(
  checkout: string,
  { archive, built, prefix }: { archive: string; built: string[]; prefix: string },
): Promise<void> {
  // git puts a file below the last prefix before it, and the tracked files below the last prefix of all.
  const added = built.flatMap((path) => {
    const folder = dirname(path)
      .slice(checkout.length + 1)
      .replaceAll('\\', '/')
    return [`--prefix=${prefix}/${folder}/`, `--add-file=${path}`]
  })
  await git(
    checkout,
    // The default lets the group write.
    ...['-c', 'tar.umask=0022', 'archive', '--format=tar.gz', `--output=${archive}`],
    ...[...added, `--prefix=${prefix}/`, 'HEAD'],
  )
}

/** Adds the archive to the checksums beside it, which `sha256sum -c` reads. Those of earlier releases stay. */
function addChecksum(archive: string): void {
  const path = join(dirname(archive), 'SHA256SUMS')
  const name = basename(archive)
  const others = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const hash = createHash('sha256').update(readFileSync(archive)).digest('hex')
  const lines = others.filter((line) => line && !line.endsWith(`  ${name}`))
  writeFileSync(path, [...lines, `${hash}  ${name}`, ''].join('\n'))
}

const execute = promisify(execFile)

/** Runs git and resolves to what it prints. */
async function git(folder: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await execute('git', args, { cwd: folder })
    return stdout.trim()
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    throw new ReleaseError(`git failed: ${stderr?.trim() || message}`)
  }
}
