/** A small mistake that we put into the product, and that a test has to catch. */
export interface Fault {
  /** What is broken, in a short sentence. */
  name: string
  file: string
  /** Occurs once in the file. */
  search: string
  replace: string
  /** The tests that most likely catch it. They run first, but any failing test counts. */
  tests: readonly string[]
}
