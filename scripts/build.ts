import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isWebBuilt, stampFile, webFingerprint } from './build/fingerprint.ts'
import { keepPreviousAssets } from './build/keep-previous-assets.ts'
import { precompress } from './build/precompress.ts'
import { withLock } from './install/lock.mjs'

/** The output folders. The test build has one more page, /design. */
const folders = { production: 'dist', test: '.cache/test-build' }

type Mode = keyof typeof folders

type BuildOptions = { root?: string; mode?: Mode; log: (text: string) => void }

/** Builds the web pages if their sources changed since the last build, and resolves with their folder. */
export async function buildWeb(options: BuildOptions): Promise<string> {
  const { root = projectRoot, mode = 'production', log } = options
  const folder = folders[mode]
  const isBuilt = () => isWebBuilt(root, folder)
  const logWaiting = () => log('Waiting for another command that is building the web pages…\n')
  if (isBuilt()) return join(root, folder)
  return withLock(join(root, '.cache/build.lock'), logWaiting, async () => {
    if (isBuilt()) return join(root, folder)
    const started = Date.now()
    log('Building the web pages…')
    await buildInto(folder, root, mode)
    log(` done in ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
    return join(root, folder)
  })
}

const projectRoot = fileURLToPath(new URL('..', import.meta.url))

// The stamp file is removed first and written last, so that an interrupted build never counts.
async function buildInto(folder: string, root: string, mode: Mode): Promise<void> {
  const dist = join(root, folder)
  const fingerprint = webFingerprint(root)
  const staging = join(dist, '.fresh')
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { recursive: true })
  await bundle({ root, mode }, join(staging, 'client'), join(staging, 'server'))
  await precompress(join(staging, 'client'))
  keepPreviousAssets(join(dist, 'client'), join(staging, 'client'))
  rmSync(stampFile(root, folder), { force: true })
  for (const part of ['client', 'server']) {
    rmSync(join(dist, part), { recursive: true, force: true })
    renameSync(join(staging, part), join(dist, part))
  }
  rmSync(staging, { recursive: true })
  writeFileSync(stampFile(root, folder), fingerprint)
}

async function bundle(
  { root, mode }: { root: string; mode: Mode },
  client: string,
  server: string,
): Promise<void> {
  const { NODE_ENV } = process.env
  // Without this, Vite bundles React's development build when the environment says development.
  process.env.NODE_ENV = 'production'
  try {
    const { build } = await import('vite')
    const options = { root, logLevel: 'warn', mode } as const
    await build({ ...options, build: { outDir: client, emptyOutDir: true } })
    const { buildWorker } = await import('./build/build-worker.ts')
    await buildWorker(root, client)
    await build({
      ...options,
      build: {
        outDir: server,
        emptyOutDir: true,
        copyPublicDir: false,
        ssr: 'src/web/entry-server.tsx',
      },
    })
  } finally {
    // Component tests that run in this process load the development build.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

if (import.meta.main) {
  try {
    await buildWeb({ log: (text) => process.stdout.write(text) })
  } catch (error) {
    console.error(
      `\nThe web pages could not be built.\n${error instanceof Error ? error.message : error}`,
    )
    process.exit(1)
  }
}
