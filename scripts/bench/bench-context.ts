/** The context that every benchmark gets. */
export interface BenchContext {
  /** Runs fewer and shorter rounds, to try things out. Writes no document. */
  quick: boolean
  /** The share of the full site that `stalls` fills, for a machine without the time or the disk for all of it. */
  share: number
  /** Measures only the rows whose name contains this; writes no document. */
  only: string
  /** The origin of another running server, for browsers to measure in the same rounds; writes no document. */
  compare: string
  /** The resources of the run. They are disposed when it ends, even after an error or a signal. */
  stack: AsyncDisposableStack
  log: (message: string) => void
}

/** An expected error: its message is printed without a stack. */
export class BenchError extends Error {}
