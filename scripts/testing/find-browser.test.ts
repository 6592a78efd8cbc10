import { describe, expect, it } from 'vitest'
import { type BrowserLookup, findBrowser } from './find-browser.ts'

/** Simulates a machine where the browsers in `working` run. Each installer adds the paths that it names. */
function createLookup(
  working: string[],
  { configuredPath = '', installers = {} as Record<string, string[]> } = {},
) {
  const tried: string[] = []
  const runnable = new Set(working)
  const lookup: BrowserLookup = {
    configuredPath: configuredPath || undefined,
    listInstalled: () => ['/usr/bin/chromium', '/usr/bin/google-chrome'],
    getDownloadedPath: async () => '/cache/playwright/chrome',
    canRun: (path) => runnable.has(path),
    installers: Object.entries(installers).map(([name, paths]) => ({
      message: `${name}…`,
      install: async () => {
        tried.push(name)
        for (const path of paths) runnable.add(path)
      },
    })),
  }
  return { lookup, tried }
}

async function find(lookup: BrowserLookup) {
  const logged: string[] = []
  const path = await findBrowser(lookup, (message) => logged.push(message))
  return { path, logged }
}

describe('findBrowser', () => {
  it.each([
    [
      'the configured one',
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
  ])('returns %s', async (_, working, expected) => {
    const { lookup, tried } = createLookup(working, {
      configuredPath: working.includes('/my/chrome') ? '/my/chrome' : '',
      installers: { download: [] },
    })
    expect((await find(lookup)).path).toBe(expected)
    expect(tried).toEqual([])
  })

  it('logs that the configured one does not run, and looks further', async () => {
    const { lookup } = createLookup(['/usr/bin/chromium'], { configuredPath: '/gone' })
    const { path, logged } = await find(lookup)
    expect(path).toBe('/usr/bin/chromium')
    expect(logged).toEqual([
      'CHROMIUM_PATH is /gone, which does not run.',
      'Testing in /usr/bin/chromium.',
    ])
  })

  it('tries the installers in order until a browser runs', async () => {
    const installers = { download: [], package: ['/usr/bin/chromium'], never: [] }
    const { lookup, tried } = createLookup([], { installers })
    const { path, logged } = await find(lookup)
    expect(path).toBe('/usr/bin/chromium')
    expect(tried).toEqual(['download', 'package'])
    expect(logged).toEqual([
      'download…',
      'That did not work.',
      'package…',
      'Testing in /usr/bin/chromium, just installed.',
    ])
  })

  it('tries the next installer when one throws', async () => {
    const { lookup } = createLookup([], { installers: { package: ['/usr/bin/chromium'] } })
    lookup.installers.unshift({
      message: 'download…',
      install: () => Promise.reject(new Error('ENOENT')),
    })
    expect((await find(lookup)).path).toBe('/usr/bin/chromium')
  })

  it('logs how to get a browser when all installers fail', async () => {
    const { path, logged } = await find(createLookup([], { installers: { download: [] } }).lookup)
    expect(path).toBeUndefined()
    expect(logged.at(-1)).toMatch(/install Chromium or Chrome, or set CHROMIUM_PATH/)
  })
})
