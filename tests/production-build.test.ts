import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Render } from '#contract/rendering.ts'
import { version } from '#contract/version.ts'
import { buildWeb } from '../scripts/build.ts'

const designHeading = 'a bit of gold.'
let dist: string

beforeAll(async () => {
  dist = await buildWeb({ log: () => undefined })
}, 180_000)

describe('production build', () => {
  it('responds to /design with 404', async () => {
    const { render }: { render: Render } = await import(
      pathToFileURL(join(dist, 'server/entry-server.js')).href
    )
    const fetch = async () => Response.json({ results: [] })
    expect(
      await render({ url: '/design', fetch, audience: 'visitors', user: null, now: Date.now() }),
    ).toMatchObject({
      status: 404,
    })
  })

  it('has an icon for programs that ask for /favicon.ico without reading a page', () => {
    const iconType = [0, 0, 1, 0]
    expect([...readFileSync(join(dist, 'client/favicon.ico')).subarray(0, 4)]).toEqual(iconType)
  })

  /** Returns the built scripts that contain a text. */
  function findScripts(text: string) {
    const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    )
    expect(scripts.length).toBeGreaterThan(10)
    return scripts.filter((name) => readFileSync(join(dist, name), 'utf8').includes(text))
  }

  it('contains no code of the design page', () => {
    expect(readFileSync('dev/design/design.tsx', 'utf8')).toContain(designHeading)
    expect(findScripts(designHeading)).toEqual([])
  })

  it('contains the version of package.json and nothing else of it', () => {
    expect(findScripts(version)).toContain('server/entry-server.js')
    expect(readFileSync('package.json', 'utf8')).toContain('scripts/bootstrap.mjs')
    expect(findScripts('scripts/bootstrap.mjs')).toEqual([])
  })
})
