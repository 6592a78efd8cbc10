/** A small mistake that we put into the product. A test has to catch it. */
export interface Fault {
  /** A short sentence that says what is broken. */
  name: string
  file: string
  /** The text to replace. It occurs once in the file. */
  search: string
  replace: string
  /** The tests that most likely catch the fault. They run first, but any failing test counts. */
  tests: readonly string[]
}
