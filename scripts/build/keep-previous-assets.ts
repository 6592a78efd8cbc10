import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  file: string
  css?: string[]
  assets?: string[]
}

/**
 * Copies the hashed files of the previous build beside those of the next one. The running server reads them until it is
 * restarted, and so do pages that are open in a browser.
 */
export function keepPreviousAssets(previous: string, next: string): void {
  const manifest = join(previous, '.vite/manifest.json')
  if (!existsSync(manifest)) return
  const chunks: Chunk[] = Object.values(JSON.parse(readFileSync(manifest, 'utf8')))
  const built = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
  for (const file of built.flatMap((file) => [file, `${file}.br`, `${file}.gz`])) {
    const isMissing = !existsSync(join(next, file))
    if (isMissing && existsSync(join(previous, file))) {
      copyFileSync(join(previous, file), join(next, file))
    }
  }
}
