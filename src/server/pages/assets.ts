import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { type Answer, bytesAnswer, inEncoding, sendAnswer } from '../answers/answer.ts'
import { acceptedEncoding } from '../compression.ts'
import type { App } from '../http.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const unknownType = 'application/octet-stream'
const forEver = 'public, max-age=31536000, immutable'
const forAnHour = 'public, max-age=3600'

interface Asset {
  plain: Answer
  br?: Answer
  gzip?: Answer
}

/** The built files, all in memory with their compressed forms: there are few and they are small. */
export async function loadAssets(folder: string): Promise<Map<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const assets = new Map<string, Asset>()
  const files = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.vite'))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.filter((name) => !/\.(br|gz)$/.test(name))) {
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const encoded = (ending: string) =>
      files.includes(file + ending) ? readFile(file + ending) : undefined
    const [bytes, br, gzip] = await Promise.all([readFile(file), encoded('.br'), encoded('.gz')])
    const { headers, ...answer } = bytesAnswer(types[extname(file)] ?? unknownType, bytes)
    const cacheControl = path.startsWith('/assets/') ? forEver : forAnHour
    const plain = { ...answer, headers: { ...headers, 'cache-control': cacheControl } }
    assets.set(path, {
      plain,
      ...(br && { br: inEncoding(plain, 'br', br) }),
      ...(gzip && { gzip: inEncoding(plain, 'gzip', gzip) }),
    })
  }
  return assets
}

export function assetRoutes(app: App, assets: Map<string, Asset>) {
  for (const [path, asset] of assets) {
    app.get(path, { schema: { hide: true }, config: { isFile: true } }, (request, reply) => {
      const encoding = acceptedEncoding(request.headers['accept-encoding'])
      return sendAnswer(request, reply, (encoding && asset[encoding]) ?? asset.plain)
    })
  }
}
