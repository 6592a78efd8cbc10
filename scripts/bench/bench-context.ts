/** What every benchmark is given. */
export interface BenchContext {
  /** Fewer and shorter rounds, to try things out; writes no document. */
  quick: boolean
  /** Measures only the rows whose name contains this; writes no document. */
  only: string
  /** The origin of another running server, for Lighthouse to measure in the same rounds; writes no document. */
  compare: string
  /** Disposed when the run ends, also after an error or a signal. */
  stack: AsyncDisposableStack
  log: (message: string) => void
}

/** An expected error: its message is printed without a stack. */
export class BenchError extends Error {}
