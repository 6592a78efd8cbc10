import { defineConfig } from '@playwright/test'
import { installedBrowser } from './scripts/find-browser.ts'
import { thisMachine } from './scripts/this-machine.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
// Kept in the environment so that the workers need not look again.
process.env.CHROMIUM_PATH ||= (await installedBrowser(thisMachine(), say)) ?? ''

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Generous, for machines that are busy with other things.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  // A browser can stall on a machine shared with strangers; the summary says what needed a second try.
  retries: process.env.CI ? 1 : 0,
  // Browsers mostly wait, so that more of them than cores still gain.
  workers: 3,
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    browserName: 'chromium',
    // Recording every test costs more than running it: TRACE=1 npx playwright test …
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // Chromium refuses to run as root in its sandbox.
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--disable-gpu', '--disable-quic'],
    },
  },
  projects: [
    {
      name: 'phone',
      // What does not depend on the width is tested once.
      grepInvert: /@once/,
      testIgnore: /accounts-(login|passwords|session|sign-up|visits)\.spec\.ts/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
  ],
})
