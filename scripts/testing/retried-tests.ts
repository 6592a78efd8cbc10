import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'

/** Writes the names of the tests that passed only on a retry, which Vitest's own JSON report leaves out. */
export default class RetriedTests implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) {
      this.#names.push(`${test.module.relativeModuleId} › ${test.fullName}`)
    }
  }

  onTestRunEnd(): void {
    writeFileSync('.cache/vitest-retried.json', JSON.stringify(this.#names))
  }
}
