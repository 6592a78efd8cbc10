/** Up to that many other words in between, any or these ("a|b"); never a negation, nor a comma that is not named. */
export interface Gap {
  readonly upTo: number
  readonly of?: string
  /** Any but these. */
  readonly not?: string
}

/**
 * A phrase is a row of words and gaps: "a|b c|" stands for "a", "b c" or nothing. Words are in lower case, without
 * apostrophes and hyphens, contractions in full ("i am"); "#" is a number, "$" an amount, "," a comma, colon or dash.
 */
export type Phrase = readonly (string | Gap)[]

/** What readers of a listing or message are told of it: the pattern, never a guess about the person. */
export interface WordRule {
  readonly id: string
  readonly phrases: readonly Phrase[]
  /** Where one of these overlaps, it is harmless. */
  readonly unless?: readonly Phrase[]
  /** Where one of these is said in the same sentence or the next, it is harmless. */
  readonly unlessBeside?: readonly Phrase[]
  readonly sentence: string
  readonly advice: string
  readonly source: string
}
