import type { SignalKind } from '#contract/signal-rules.ts'
import type { CaseSignal } from '#contract/signals.ts'

/** What a rule found in the facts about a listing: one for each cause. */
export interface FoundSignal {
  kind: SignalKind
  /** "payment" or "abroad" of words, else the kind. Readers are told the first cause of each that is not hidden. */
  rule: string
  /** Of its cause, such as "duplicate 12": an answer of the seller holds as long as it is the same. */
  id: string
  sentence: string
  advice: string
  /** The words that caused it, as written. */
  quote?: string
  /** The numbers behind it, for moderators. */
  facts: CaseSignal['facts']
}

/**
 * Of one rule on a listing: more than an honest one has, so that those a moderator hid shield no other; fewer than a hostile
 * one could.
 */
export const maxCauses = 20
