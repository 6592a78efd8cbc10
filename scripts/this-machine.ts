import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Machine } from './find-browser.ts'
import { run } from './run.mjs'

// The shell, where there is one, takes half the time: it draws no windows.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** The machine this runs on, as far as looking for a browser goes. */
export function thisMachine(): Machine {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return {
    named: process.env.CHROMIUM_PATH || undefined,
    system: () => {
      const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
      return [...onPath, ...applications].filter((path) => existsSync(path))
    },
    downloaded: async () => (await import('@playwright/test')).chromium.executablePath(),
    runs,
    remedies: [
      {
        announcement: 'No browser here: downloading Chromium for Playwright…',
        attempt: downloadChromium,
      },
      ...(isRootWithApt()
        ? [{ announcement: 'Installing Chromium with apt-get…', attempt: installPackage }]
        : []),
    ],
  }
}

// Some systems have a stub that only says how to get the real one, or a browser that lacks libraries.
function runs(path: string): boolean {
  if (!existsSync(path)) return false
  // On Windows it would open a window instead of answering.
  if (process.platform === 'win32') return true
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

const minutes = (n: number) => n * 60_000

function downloadChromium() {
  const cli = 'node_modules/@playwright/test/cli.js'
  return quietly(process.execPath, [cli, 'install', '--no-shell', 'chromium'], {
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000',
  })
}

async function installPackage() {
  await quietly('apt-get', ['update'])
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { code } = await quietly('apt-get', ['install', '-y', name], {
      DEBIAN_FRONTEND: 'noninteractive',
    })
    if (code === 0) return
  }
}

function quietly(command: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  return run(command, args, {
    stdio: 'ignore',
    timeout: minutes(5),
    env: { ...process.env, ...env },
  })
}

const isRootWithApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
