import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from '../install/run.mjs'
import type { BrowserLookup } from './find-browser.ts'

// The headless shell comes first, because it takes half the time.
const programNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const applicationPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]
const installTimeoutMs = 5 * 60_000

/** Creates the lookup for this machine. */
export function createBrowserLookup(): BrowserLookup {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return {
    configuredPath: process.env.CHROMIUM_PATH || undefined,
    listInstalled: () => {
      const onPath = programNames.flatMap((name) => folders.map((folder) => join(folder, name)))
      return [...onPath, ...applicationPaths].filter((path) => existsSync(path))
    },
    getDownloadedPath: async () => (await import('@playwright/test')).chromium.executablePath(),
    canRun,
    installers: [
      {
        message: 'No browser here: downloading Chromium for Playwright…',
        install: downloadChromium,
      },
      ...(isRootWithApt()
        ? [{ message: 'Installing Chromium with apt-get…', install: installPackage }]
        : []),
    ],
  }
}

// Some systems have a stub that only prints how to install the real browser, or a browser that lacks libraries.
function canRun(path: string): boolean {
  if (!existsSync(path)) return false
  // On Windows --version opens a window.
  if (process.platform === 'win32') return true
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

function downloadChromium() {
  const cli = 'node_modules/@playwright/test/cli.js'
  return runSilently(process.execPath, [cli, 'install', '--no-shell', 'chromium'], {
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000',
  })
}

async function installPackage() {
  await runSilently('apt-get', ['update'])
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { code } = await runSilently('apt-get', ['install', '-y', name], {
      DEBIAN_FRONTEND: 'noninteractive',
    })
    if (code === 0) return
  }
}

function runSilently(command: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  return run(command, args, {
    stdio: 'ignore',
    timeout: installTimeoutMs,
    env: { ...process.env, ...env },
  })
}

const isRootWithApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
