import { describe, expect, it } from 'vitest'
import { findBrowser, type Machine } from './find-browser.ts'

/** A machine where the browsers in `working` run; each remedy may add to them. */
function machine(
  working: string[],
  { named = '', remedies = {} as Record<string, string[]> } = {},
) {
  const tried: string[] = []
  const running = new Set(working)
  const parts: Machine = {
    named: named || undefined,
    system: () => ['/usr/bin/chromium', '/usr/bin/google-chrome'],
    downloaded: async () => '/cache/playwright/chrome',
    runs: (path) => running.has(path),
    remedies: Object.entries(remedies).map(([name, brings]) => ({
      announcement: `${name}…`,
      attempt: async () => {
        tried.push(name)
        for (const path of brings) running.add(path)
      },
    })),
  }
  return { parts, tried }
}

async function look(parts: Machine) {
  const said: string[] = []
  const path = await findBrowser(parts, (sentence) => said.push(sentence))
  return { path, said }
}

describe('findBrowser', () => {
  it.each([
    [
      'the one named',
      ['/my/chrome', '/usr/bin/chromium', '/cache/playwright/chrome'],
      '/my/chrome',
    ],
    [
      'the first on the system',
      ['/usr/bin/google-chrome', '/usr/bin/chromium'],
      '/usr/bin/chromium',
    ],
    ['the next when the first is a stub', ['/usr/bin/google-chrome'], '/usr/bin/google-chrome'],
    ['the one downloaded before', ['/cache/playwright/chrome'], '/cache/playwright/chrome'],
  ])('takes %s', async (_, working, expected) => {
    const { parts, tried } = machine(working, {
      named: working.includes('/my/chrome') ? '/my/chrome' : '',
      remedies: { download: [] },
    })
    expect((await look(parts)).path).toBe(expected)
    expect(tried).toEqual([])
  })

  it('says when the one named does not run, and goes on', async () => {
    const { path, said } = await look(machine(['/usr/bin/chromium'], { named: '/gone' }).parts)
    expect(path).toBe('/usr/bin/chromium')
    expect(said).toEqual([
      'CHROMIUM_PATH is /gone, which does not run.',
      'Testing in /usr/bin/chromium.',
    ])
  })

  it('tries one remedy after the other until a browser runs', async () => {
    const remedies = { download: [], package: ['/usr/bin/chromium'], never: [] }
    const { parts, tried } = machine([], { remedies })
    const { path, said } = await look(parts)
    expect(path).toBe('/usr/bin/chromium')
    expect(tried).toEqual(['download', 'package'])
    expect(said).toEqual([
      'download…',
      'That did not work.',
      'package…',
      'Testing in /usr/bin/chromium, just installed.',
    ])
  })

  it('goes on when a remedy cannot even start', async () => {
    const { parts } = machine([], { remedies: { package: ['/usr/bin/chromium'] } })
    parts.remedies.unshift({
      announcement: 'download…',
      attempt: () => Promise.reject(new Error('ENOENT')),
    })
    expect((await look(parts)).path).toBe('/usr/bin/chromium')
  })

  it('says how to get one when all fails', async () => {
    const { path, said } = await look(machine([], { remedies: { download: [] } }).parts)
    expect(path).toBeUndefined()
    expect(said.at(-1)).toMatch(/install Chromium or Chrome, or set CHROMIUM_PATH/)
  })
})
