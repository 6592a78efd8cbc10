import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { buildWeb } from '../scripts/build.ts'
import { newerApis } from './support/newer-apis.ts'

interface Chunk {
  file: string
  css?: string[]
}

/** Built-ins that look like methods of arrays or of our code, or that the code uses only where they exist. */
const notSearched = /^(Iterator\.prototype|Set\.prototype\.(difference|intersection|union))|^[a-z]/

/** Code of packages that checks for a built-in before calling it. */
const guardedCalls = [
  /typeof URL\.canParse==`function`\?URL\.canParse\(/g,
  /\w+\.startViewTransition\b/g,
]

/** Newer features, without which a rule or a page would not work. */
const newerCss = [/@media[^{]*\(scripting/, /light-dark\(/, /@scope\b/, /\bif\(/, /[{};]\s*&/]

let chunks: Chunk[]
let read: (file: string) => string

beforeAll(async () => {
  const client = join(await buildWeb({ log: () => undefined }), 'client')
  read = (file) => readFileSync(join(client, file), 'utf8')
  // The manifest names the files of this build. Those of the previous build are beside them.
  chunks = Object.values(JSON.parse(read('.vite/manifest.json')))
}, 180_000)

/** Returns a pattern for `URL.parse` as it is, and for `.union(` of `Set.prototype.union`, which is called on a value. */
function toPattern(api: string): RegExp {
  const [, method] = /\.prototype\.(\w+)$/.exec(api) ?? []
  return method ? new RegExp(`\\.${method}\\(`) : new RegExp(`\\b${api.replace('.', '\\.')}\\b`)
}

it('the built code uses nothing that the oldest browsers lack', () => {
  const files = [...new Set(chunks.map(({ file }) => file))].filter((file) => file.endsWith('.js'))
  expect(files.length).toBeGreaterThan(10)
  const searched = newerApis.filter((api) => !notSearched.test(api))
  const found = files.flatMap((file) => {
    const code = guardedCalls.reduce((text, call) => text.replaceAll(call, ''), read(file))
    return searched.filter((api) => toPattern(api).test(code)).map((api) => `${api} in ${file}`)
  })
  expect(found).toEqual([])
})

it('the built styles use nothing that the oldest browsers lack', () => {
  const files = [...new Set(chunks.flatMap(({ css = [] }) => css))]
  expect(files).not.toEqual([])
  const found = files.flatMap((file) =>
    newerCss
      .filter((feature) => feature.test(read(file)))
      .map((feature) => `${feature} in ${file}`),
  )
  expect(found).toEqual([])
})
