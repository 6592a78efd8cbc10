/** What every part of the benchmark is given. */
export interface Bench {
  /** Fewer and shorter rounds, for trying things; nothing is written. */
  quick: boolean
  /** Part of the names of the rows to measure; nothing is written then. */
  only: string
  /** What must be ended or cleared away, however the run ends. */
  stack: AsyncDisposableStack
  say: (sentence: string) => void
}

/** A trouble that one sentence explains. */
export class BenchError extends Error {}
