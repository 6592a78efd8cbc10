import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['tests/other-browsers/run-journeys.ts'],
    setupFiles: ['tests/support/file-setup.ts'],
    // This is only a last resort: every step has its own limit, and its error says what it waited for.
    testTimeout: 300_000,
    hookTimeout: 180_000,
  },
})
