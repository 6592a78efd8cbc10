import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'scripts/**/*.test.ts'],
    // The faults take minutes: npm run test:faults. The bench brings packages of its own, with tests in them.
    exclude: ['**/node_modules/**', 'tests/faults/**'],
    globalSetup: ['tests/support/postgres.ts'],
    setupFiles: ['tests/support/patience.ts'],
    expect: { poll: { timeout: 15_000 } },
    restoreMocks: true,
    // The tests wait for databases and processes about as long as they compute.
    maxWorkers: 4,
    // As in the browser: what needed a second try is marked so in the list.
    retry: process.env.CI ? 1 : 0,
    // Generous, for machines that are busy with other things.
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
