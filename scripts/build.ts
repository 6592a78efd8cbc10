import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isWebBuilt, stampFile, webFingerprint } from './fingerprint.ts'
import { withLock } from './lock.mjs'
import { precompress } from './precompress.ts'

type Output = { root?: string; log: (text: string) => void }

/** Builds the web pages into dist/ when their sources changed since they were last built. */
export async function buildWeb({ root = projectRoot, log }: Output): Promise<void> {
  if (isWebBuilt(root)) return
  const sayWaiting = () => log('Waiting for another command that is building the web pages…\n')
  await withLock(join(root, '.cache/build.lock'), sayWaiting, async () => {
    if (isWebBuilt(root)) return
    const started = Date.now()
    log('Building the web pages…')
    await buildInto(join(root, 'dist'), root)
    log(` done in ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
  })
}

const projectRoot = fileURLToPath(new URL('..', import.meta.url))

// The stamp goes first and comes back last, so that a half-finished build never counts.
async function buildInto(dist: string, root: string): Promise<void> {
  const fingerprint = webFingerprint(root)
  const fresh = join(dist, '.fresh')
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  await bundle(root, join(fresh, 'client'), join(fresh, 'server'))
  await precompress(join(fresh, 'client'))
  rmSync(stampFile(root), { force: true })
  for (const part of ['client', 'server']) {
    rmSync(join(dist, part), { recursive: true, force: true })
    renameSync(join(fresh, part), join(dist, part))
  }
  rmSync(fresh, { recursive: true })
  writeFileSync(stampFile(root), fingerprint)
}

async function bundle(root: string, client: string, server: string): Promise<void> {
  // Vite would otherwise bundle React's development build for a developer who has this set.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const options = { root, logLevel: 'warn', mode: 'production' } as const
  await build({ ...options, build: { outDir: client, emptyOutDir: true } })
  await build({
    ...options,
    build: {
      outDir: server,
      emptyOutDir: true,
      copyPublicDir: false,
      ssr: 'src/web/entry-server.tsx',
    },
  })
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
