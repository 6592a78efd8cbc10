import { defineConfig } from 'vitest/config'
import { startTestClock } from './tests/support/test-clock.ts'

startTestClock()

/** Fault injection and load tests: one file at a time, for minutes. */
export default defineConfig({
  test: {
    include: ['tests/faults/**/*.faults.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/file-setup.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
})
