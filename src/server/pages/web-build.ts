import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyError } from 'fastify'
import { workerPath } from '#contract/offline.ts'
import type { Render } from '#contract/rendering.ts'
import { findReplacement } from '../campus/look.ts'
import type { App } from '../http/app-types.ts'

/** The web app for the page routes: its server renderer, and the tags that load its client code. */
export interface WebApp {
  render: Render
  assetTags: (modules: string[]) => string
  /** Loads the code of all pages, which otherwise happens at the first request for each. */
  loadAllPages?: () => Promise<void>
}

interface Chunk {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
}

const deferredEntry = 'src/web/deferred-entry.ts'
const entryModule = 'src/web/entry-client.tsx'

/** Loads the production build. */
export async function loadWebBuild(
  app: App,
  folder: string,
  options: AssetOptions = {},
): Promise<WebApp> {
  const clientFolder = join(folder, 'client')
  const [manifestText, server] = await Promise.all([
    readFile(join(clientFolder, '.vite/manifest.json'), 'utf8'),
    import(pathToFileURL(join(folder, 'server/entry-server.js')).href) as Promise<{
      render: Render
      loadAllPages: () => Promise<void>
    }>,
  ])
  assetRoutes(app, clientFolder, options)
  const manifest: Record<string, Chunk> = JSON.parse(manifestText)
  const { render, loadAllPages } = server
  return { render, loadAllPages, assetTags: createAssetTags(manifest) }
}

export function createAssetTags(manifest: Record<string, Chunk>): (modules: string[]) => string {
  const cache = new Map<string, string>()
  return (modules) => {
    const key = modules.join()
    const tags = cache.get(key) ?? buildTags(manifest, modules)
    cache.set(key, tags)
    return tags
  }
}

function buildTags(manifest: Record<string, Chunk>, modules: string[]): string {
  const chunks = new Set<Chunk>()
  const collect = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || chunks.has(chunk)) return
    chunks.add(chunk)
    for (const imported of chunk.imports ?? []) collect(imported)
  }
  for (const name of [entryModule, ...modules]) collect(name)
  const all = [...chunks]
  const fonts = all.flatMap((chunk) => chunk.assets ?? []).filter((file) => file.endsWith('.woff2'))
  const styles = all.flatMap((chunk) => chunk.css ?? [])
  const code = unique(all.map((chunk) => `/${chunk.file}`))
  // Styles and fonts come first, so that the page is readable before its scripts arrive.
  return [
    ...unique(styles).map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...unique(fonts).map(
      (file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`,
    ),
    `<script type="module" src="/${manifest[deferredEntry]?.file}" data-code="${code.join(' ')}"></script>`,
  ].join('\n')
}

const unique = <T>(items: T[]) => [...new Set(items)]

const immutable = 'public, max-age=31536000, immutable'
const oneHour = 'public, max-age=3600'

interface AssetOptions {
  /** Whether browsers that have a service worker remove it and everything that it has stored. */
  stopsWorker?: boolean
}

/** Takes the place of the service worker. Browsers ask for a new one with each page that they open. */
const stopWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const stop = async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    await self.registration.unregister()
  }
  event.waitUntil(stop())
})
`

/** Serves the build. Each file has its own route, so that no requested path reaches the disk. */
export function assetRoutes(app: App, folder: string, { stopsWorker }: AssetOptions = {}) {
  const hashedFiles = join(folder, 'assets') + sep
  const cachingOf = (path: string) => {
    if (path.startsWith(hashedFiles)) return immutable
    // Each page that is opened looks for a new version of the service worker.
    return path === join(folder, workerPath) ? 'no-cache' : oneHour
  }
  app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      const skips = { skipLoadShedding: true, skipSession: true }
      route.config = { ...route.config, ...skips, isServedDuringSetup: true }
    })
    // These files have the mark of the built-in campus, which no other brand shows.
    files.addHook('onRequest', async ({ url }, reply) => {
      if (url === workerPath && stopsWorker) {
        return reply.header('cache-control', 'no-cache').type('text/javascript').send(stopWorker)
      }
      const replacement = findReplacement(url)
      if (replacement) return reply.header('cache-control', 'no-cache').redirect(replacement)
    })
    // A 412 or 416 keeps its status. The app's error handler knows neither status, and would log a failure.
    files.setErrorHandler<FastifyError>((error, _request, reply) => {
      const { statusCode = 500 } = error
      if (statusCode >= 500) throw error
      return reply.status(statusCode).send()
    })
    await files.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      globIgnore: ['**/*.{br,gz}'],
      preCompressed: true,
      index: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders: (reply, path) => reply.header('cache-control', cachingOf(path)),
    })
    // The file belongs to another version. Without this route, the request would render a page.
    files.get('/assets/*', { schema: { hide: true } }, (_request, reply) => reply.callNotFound())
  })
}
