import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keepTemporaryFilesInMemory } from './tests/support/scratch-folder.ts'
import { startTestClock } from './tests/support/test-clock.ts'

keepTemporaryFilesInMemory()
startTestClock()

const testFiles = '{src,demo,dev,scripts,tests}/**/*.test.{ts,tsx}'
// The faults take minutes: npm run test:faults. scripts/lighthouse has packages with tests of their own.
const ignoredFiles = ['**/node_modules/**', 'tests/faults/**']

/** Files that mock a module need a worker of their own; all others share workers. */
const mockingFiles = globSync(testFiles, { exclude: ignoredFiles }).filter((file) =>
  readFileSync(file, 'utf8').includes('vi.mock('),
)

const options = {
  setupFiles: ['tests/support/file-setup.ts'],
  expect: { poll: { timeout: 15_000 } },
  restoreMocks: true,
  // A test that passes only on a retry is listed by name, and fails `npm run test:all`.
  retry: process.env.CI || process.env.TEST_ALL ? 1 : 0,
  // Generous, for busy machines.
  testTimeout: 20_000,
  hookTimeout: 20_000,
}

/** The files in tests/ start servers and take longest: last, they would leave workers idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const startsServers = ({ moduleId }: TestSpecification) => /\/tests\/(?!support)/.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(startsServers), ...sorted.filter((file) => !startsServers(file))]
  }
}

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    // More than cores: the tests wait for databases and processes about as long as they compute.
    maxWorkers: 4,
    projects: [
      {
        test: {
          ...options,
          name: 'shared',
          // Loading the server anew for each file takes longer than most tests.
          isolate: false,
          include: [testFiles],
          exclude: [...ignoredFiles, ...mockingFiles],
        },
      },
      { test: { ...options, name: 'isolated', include: mockingFiles } },
    ],
  },
})
