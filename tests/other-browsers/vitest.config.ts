import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['tests/other-browsers/run-journeys.ts'],
    setupFiles: ['tests/support/file-setup.ts'],
    // Generous, for busy machines.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
