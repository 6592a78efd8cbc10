import { BenchError } from './bench-context.ts'

/** Lighthouse or its browser failed during a run. The message gives the reason as a sentence. */
export class LighthouseRunError extends Error {}

const maxRuns = 3

/**
 * Repeats a run in which Lighthouse failed. On a busy machine its browser sometimes records no usable trace (`NO_NAVSTART`),
 * and one such run must not cost the whole benchmark. Any other error is a bug of ours, which a repetition would hide.
 */
export async function repeatFailedRuns<Result>(
  page: string,
  log: (message: string) => void,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let runs = 1; ; runs++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof LighthouseRunError)) throw error
      if (runs === maxRuns)
        throw new BenchError(
          `Lighthouse failed ${maxRuns} times in a row on the page "${page}". ${error.message}`,
        )
      log(`${page}: run ${runs} of ${maxRuns} failed and is repeated. ${error.message}`)
    }
  }
}

/** Returns why the command failed. It wrote a sentence to standard error, then its stack trace. */
export function readFailure(stderr: string, code: number | null): string {
  const reported = /^Runtime error encountered: (.+)$/m.exec(stderr)?.[1]
  const firstLine = stderr.split('\n').find((line) => line.trim() !== '')
  return (reported ?? firstLine)?.trim() ?? `It exited with code ${code} and said nothing.`
}
