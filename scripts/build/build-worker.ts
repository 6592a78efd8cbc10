import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { categories } from '#categories/index.ts'
import { oldestBrowsers } from '../../vite.config.ts'

interface Chunk {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

export type ClientManifest = Record<string, Chunk>

const entryModule = 'src/web/entry-client.tsx'

/** The pages that can be read without a network. */
const offlinePages = ['offline', 'saved', 'messages', 'messages-thread', 'listing'].map(
  (name) => `src/web/pages/${name}.tsx`,
)

/** What every page loads later, for students. */
const laterParts = [
  'src/web/site/keep-offline.ts',
  'src/web/saved/favourites/student-favourites.tsx',
]

/** Returns the files of the pages that can be read offline, and of the parts that these pages load later. */
export function findOfflineFiles(manifest: ClientManifest): string[] {
  const chunks = new Set<Chunk>()
  const collect = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || chunks.has(chunk)) return
    chunks.add(chunk)
    for (const imported of chunk.imports ?? []) collect(imported)
  }
  const parts = offlinePages.flatMap((page) => manifest[page]?.dynamicImports ?? [])
  for (const name of [entryModule, ...offlinePages, ...laterParts, ...parts]) collect(name)
  const files = [...chunks].flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
  return [...new Set(files)].map((file) => `/${file}`).sort()
}

/** Builds the service worker into the folder of the pages, which it describes. */
export async function buildWorker(root: string, client: string): Promise<void> {
  const { build } = await import('vite')
  const manifest: ClientManifest = JSON.parse(
    readFileSync(join(client, '.vite/manifest.json'), 'utf8'),
  )
  const deferred = manifest['src/web/deferred-entry.ts']?.file
  const files = [...findOfflineFiles(manifest), `/${deferred}`]
  const description = {
    version: createHash('sha256').update(files.join()).digest('hex').slice(0, 12),
    files,
    entry: `/${manifest[entryModule]?.file}`,
    categoryPaths: Object.fromEntries(categories.map(({ id, path }) => [id, path])),
  }
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { __BUILD__: JSON.stringify(description) },
    build: {
      outDir: client,
      emptyOutDir: false,
      target: oldestBrowsers,
      rolldownOptions: {
        input: join(root, 'src/web/worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'worker.js' },
      },
    },
  })
}
