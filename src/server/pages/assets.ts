import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { App } from '../http/app-types.ts'
import { acceptedEncoding } from '../http/compression.ts'
import {
  bytesResponse,
  type PreparedResponse,
  sendResponse,
  withEncodedBody,
} from '../http/prepared-response.ts'

const contentTypes: Record<string, string> = {
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

const defaultContentType = 'application/octet-stream'
const immutable = 'public, max-age=31536000, immutable'
const oneHour = 'public, max-age=3600'

interface Asset {
  plain: PreparedResponse
  br?: PreparedResponse
  gzip?: PreparedResponse
}

/** Reads the build and its precompressed files into memory: few and small. */
export async function loadAssets(folder: string): Promise<Map<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const assets = new Map<string, Asset>()
  const files = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.vite'))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.filter((name) => !/\.(br|gz)$/.test(name))) {
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const readEncoded = (extension: string) =>
      files.includes(file + extension) ? readFile(file + extension) : undefined
    const [bytes, br, gzip] = await Promise.all([
      readFile(file),
      readEncoded('.br'),
      readEncoded('.gz'),
    ])
    const { headers, ...response } = bytesResponse(
      contentTypes[extname(file)] ?? defaultContentType,
      bytes,
    )
    const cacheControl = path.startsWith('/assets/') ? immutable : oneHour
    const plain = { ...response, headers: { ...headers, 'cache-control': cacheControl } }
    assets.set(path, {
      plain,
      ...(br && { br: withEncodedBody(plain, 'br', br) }),
      ...(gzip && { gzip: withEncodedBody(plain, 'gzip', gzip) }),
    })
  }
  return assets
}

export function assetRoutes(app: App, assets: Map<string, Asset>) {
  for (const [path, asset] of assets) {
    app.get(
      path,
      { schema: { hide: true }, config: { skipLoadShedding: true } },
      (request, reply) => {
        const encoding = acceptedEncoding(request.headers['accept-encoding'])
        return sendResponse(request, reply, (encoding && asset[encoding]) ?? asset.plain)
      },
    )
  }
}
