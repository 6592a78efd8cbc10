import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import type { Render } from '#contract/rendering.ts'
import { tagsFrom } from '#server/pages/web-build.ts'
import { buildWeb } from '../scripts/build.ts'

const dist = join(import.meta.dirname, '../dist')
const clientFile = (path: string) => join(dist, 'client', path)

/** What a first visit may load, in bytes as the server sends them to a browser that knows gzip. */
const most = { readingScripts: 100_000, formScripts: 130_000, styles: 12_500 }

const forReading = [
  '/',
  '/about',
  '/privacy',
  ...categories.flatMap(({ path }) => [`/${path}`, `/${path}/1`]),
]
const withForms = ['/login', '/register', '/forgot-password', '/reset-password?token=x']

/** Words that only these libraries write into the built files. */
const traces = { zod: 'ZodError', 'react-hook-form': 'shouldUnregister' }

let filesOf: (url: string) => Promise<string[]>

beforeAll(async () => {
  await buildWeb({ log: () => undefined })
  const manifest = JSON.parse(readFileSync(clientFile('.vite/manifest.json'), 'utf8'))
  const entry = pathToFileURL(join(dist, 'server/entry-server.js')).href
  const { render }: { render: Render } = await import(entry)
  const tags = tagsFrom(manifest)
  filesOf = async (url) => {
    const fetch = async () => Response.json({ results: [] })
    const page = await render({ url, fetch, signedIn: false })
    if ('redirect' in page) throw new Error(`${url} leads to ${page.redirect}`)
    const loaded = tags(page.modules).matchAll(/[" ]\/(assets\/[^" ]+)/g)
    return Array.from(loaded, ([, file = '']) => file)
  }
}, 180_000)

async function weightOf(url: string, ending: string) {
  const files = (await filesOf(url)).filter((file) => file.endsWith(ending))
  expect(files).not.toEqual([])
  return files.reduce((sum, file) => sum + statSync(clientFile(`${file}.gz`)).size, 0)
}

async function codeOf(url: string) {
  const files = (await filesOf(url)).filter((file) => file.endsWith('.js'))
  return files.map((file) => readFileSync(clientFile(file), 'utf8')).join('\n')
}

describe.each(forReading)('the first visit to %s', (url) => {
  it('loads no more code than it may', async () => {
    expect(await weightOf(url, '.js')).toBeLessThanOrEqual(most.readingScripts)
  })

  it('loads no more styles than it may', async () => {
    expect(await weightOf(url, '.css')).toBeLessThanOrEqual(most.styles)
  })

  it.each(Object.entries(traces))('loads nothing of %s', async (_, trace) => {
    expect(await codeOf(url)).not.toContain(trace)
  })
})

describe.each(withForms)('the first visit to %s', (url) => {
  it('loads no more code than it may', async () => {
    expect(await weightOf(url, '.js')).toBeLessThanOrEqual(most.formScripts)
  })

  it.each(Object.entries(traces))(
    'needs %s, and shows that its trace is still the right one',
    async (_, trace) => {
      expect(await codeOf(url)).toContain(trace)
    },
  )
})
