/**
 * Up to `upTo` other words in between: any words, or only these ("a|b"). A negation never fits, nor a comma that is not
 * named.
 */
export interface Gap {
  readonly upTo: number
  readonly of?: string
  /** Any words fit except these. */
  readonly not?: string
}

/**
 * A phrase is a row of words and gaps. "a|b c|" stands for "a", "b c" or nothing. Words are in lower case, without
 * apostrophes and hyphens, and contractions are written in full ("i am"). "#" is a number, "$" an amount, "," a comma,
 * colon or dash, and "." after another word the end of the sentence.
 */
export type Phrase = readonly (string | Gap)[]

/**
 * A pattern that readers of a listing or message are warned about. The text describes the pattern and never guesses
 * about the person.
 */
export interface WordRule {
  readonly id: string
  readonly phrases: readonly Phrase[]
  /** Words ("a|b") that count wherever they are, denied and asked ones too. */
  readonly anywhere?: string
  /** A match that overlaps one of these phrases is harmless. */
  readonly unless?: readonly Phrase[]
  /** A match is harmless if one of these phrases is in the same sentence or the next. */
  readonly unlessBeside?: readonly Phrase[]
  /** A match counts only if one of these phrases is in the same sentence, the one before or the next. */
  readonly onlyBeside?: readonly Phrase[]
  readonly sentence: string
  /** Fits everything that is sold. */
  readonly advice: string
  /** Replaces the advice where a home is rented, sublet or wanted. */
  readonly homeAdvice?: string
  readonly source: string
}

/** A sentence about the law, with its source. */
export interface LawSentence {
  readonly sentence: string
  readonly source: Source
}

/**
 * What only messages are read for. An address in a message is read as one word: "paymentlink" and "courierlink" lead to
 * a page with the name of such a brand, "shortlink" hides where it leads, "chatlink" opens another app, "officiallink"
 * is a brand's own page, and "link" is any other.
 */
export interface MessagePack {
  readonly rules: readonly WordRule[]
  readonly brands: readonly LinkBrand[]
  /** Other spellings of a word ("a|b"). They are also found with spaces and dots between their letters. */
  readonly spellings: Readonly<Record<string, string>>
}

/** A brand whose name is used in the addresses of fake pages. All lists are written "a|b". */
export interface LinkBrand {
  readonly kind: 'payment' | 'courier'
  /** The beginnings of a part of the host. Those with up to four letters have to be the first part of a label. */
  readonly names: string
  /** A part that begins like this does not name the brand. */
  readonly unless?: string
  /** The brand's own hosts. */
  readonly hosts: string
  /** Hosts of the brand that count like a fake page. */
  readonly transferHosts?: string
}

/** A sentence about local law that is shown to students who write a rental. It informs and never rebukes. */
export interface NudgeRule {
  readonly id: string
  readonly causes: readonly NudgeCause[]
  /** Builds the sentence from the words found, in quotation marks, and the grounds of their causes. */
  readonly sentence: (quotes: string, grounds: string) => string
  readonly source: Source
}

interface NudgeCause {
  readonly ground: string
  readonly phrases: readonly Phrase[]
  /** A match that overlaps one of these phrases is harmless. */
  readonly unless?: readonly Phrase[]
}

export interface Source {
  readonly name: string
  readonly url: string
}

/** What the law of a region says about sublets. Pages show nothing of it until somebody has checked it. */
export interface SubletTexts {
  /** It rises with every change of the texts, which turns them off until they are checked again. */
  readonly version: number
  readonly items: readonly SubletItem[]
  /** Writes the letter that asks the landlord for consent. It is no agreement. */
  readonly letter: (facts: LetterFacts) => string
}

interface SubletItem {
  /** Browsers store it for each ticked box. */
  readonly id: string
  readonly title: string
  readonly text: string
  readonly source?: Source
}

/** What the letter says about one sublet, as it is printed. */
export interface LetterFacts {
  readonly today: string
  readonly tenant: string
  readonly landlord: string
  readonly subtenant: string
  readonly address: string
  readonly from: string
  readonly to: string
  readonly rent: string
}
