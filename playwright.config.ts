import { defineConfig } from '@playwright/test'
import { createBrowserLookup } from './scripts/testing/browser-lookup.ts'
import { findInstalledBrowser } from './scripts/testing/find-browser.ts'
import { keepTemporaryFilesInMemory } from './tests/support/scratch-folder.ts'
import { startTestClock } from './tests/support/test-clock.ts'

keepTemporaryFilesInMemory()
startTestClock()
// The journeys read the words, prices and terms of the built-in campus. A journey on another campus starts its own server.
delete process.env.CAMPUS_FILE

const log = (line: string) => process.stderr.write(`${line}\n`)
// In the environment, so that the workers need not search again.
process.env.CHROMIUM_PATH ||= (await findInstalledBrowser(createBrowserLookup(), log)) ?? ''

// Set by `bothWidths` in tests/browser/fixtures.ts.
const bothWidths = /@both-widths/

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/browser/global-setup.ts',
  outputDir: 'test-results',
  // Generous, for busy machines.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  // A browser may stall on a shared machine; the summary names the tests that passed only on a retry.
  retries: process.env.CI || process.env.TEST_ALL ? 1 : 0,
  // More than cores: browsers mostly wait.
  workers: 3,
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    browserName: 'chromium',
    // Tracing every test takes longer than running it: TRACE=1 npx playwright test …
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    // A service worker would hide requests from the tests that hold them up. The tests of the worker allow it.
    serviceWorkers: 'block',
    // Transitions double the CPU time of pointing at a card. `npm run test:all` and `npm run test:browsers` draw them.
    contextOptions: { reducedMotion: process.env.TEST_ALL ? 'no-preference' : 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // Chromium's sandbox refuses to run as root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--disable-gpu', '--disable-quic'],
    },
  },
  projects: [
    {
      name: 'desktop',
      // Students mostly hold a phone: `npm run test:all` repeats the tests of both widths here.
      ...(!process.env.TEST_ALL && { grepInvert: bothWidths }),
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      // What does not depend on the width runs once.
      grep: bothWidths,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
