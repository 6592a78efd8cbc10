import { defineConfig } from 'vitest/config'

/** Tests that kill, fill, flood and wait: each has the machine to itself, and may take minutes. */
export default defineConfig({
  test: {
    include: ['tests/faults/**/*.faults.test.ts'],
    globalSetup: ['tests/support/postgres.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
})
