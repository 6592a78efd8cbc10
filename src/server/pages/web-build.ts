import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Render } from '#contract/rendering.ts'
import type { App } from '../http.ts'
import { assetRoutes, loadAssets } from './assets.ts'

/** The web side as the page routes see it: a way to render, and the tags that load its code. */
export interface WebSide {
  render: Render
  tags: (modules: string[]) => string
}

interface Chunk {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
}

const start = 'src/web/start.ts'
const entry = 'src/web/entry-client.tsx'

/** The built web side, as `npm start` serves it. */
export async function loadWebBuild(app: App, folder: string): Promise<WebSide> {
  const clientFolder = join(folder, 'client')
  const [manifestText, assets, server] = await Promise.all([
    readFile(join(clientFolder, '.vite/manifest.json'), 'utf8'),
    loadAssets(clientFolder),
    import(pathToFileURL(join(folder, 'server/entry-server.js')).href) as Promise<{
      render: Render
    }>,
  ])
  assetRoutes(app, assets)
  const manifest: Record<string, Chunk> = JSON.parse(manifestText)
  return { render: server.render, tags: tagsFrom(manifest) }
}

export function tagsFrom(manifest: Record<string, Chunk>): (modules: string[]) => string {
  const known = new Map<string, string>()
  return (modules) => {
    const key = modules.join()
    const tags = known.get(key) ?? buildTags(manifest, modules)
    known.set(key, tags)
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
  for (const name of [entry, ...modules]) collect(name)
  const all = [...chunks]
  const fonts = all.flatMap((chunk) => chunk.assets ?? []).filter((file) => file.endsWith('.woff2'))
  const styles = all.flatMap((chunk) => chunk.css ?? [])
  const code = unique(all.map((chunk) => `/${chunk.file}`))
  // What is read and looked at comes first: the page works before its code is there.
  return [
    ...unique(styles).map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...unique(fonts).map(
      (file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`,
    ),
    `<script type="module" src="/${manifest[start]?.file}" data-code="${code.join(' ')}"></script>`,
  ].join('\n')
}

const unique = <T>(items: T[]) => [...new Set(items)]
