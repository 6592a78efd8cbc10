import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['tests/other-browsers/run-journeys.ts'],
    setupFiles: ['tests/support/file-setup.ts'],
    // Only a last resort: every step has a limit of its own, whose error says what it waited for.
    testTimeout: 300_000,
    hookTimeout: 180_000,
  },
})
