import type { Signal } from '#contract/signals.ts'
import { wordSignals } from '../words/word-signals.ts'

/** What the reader of a message is told of its words, and never who wrote it: each rule once. */
export function messageSignals(body: string): Signal[] {
  const byRule = new Map(wordSignals(body).map((signal) => [signal.rule, signal]))
  return Array.from(byRule.values(), ({ kind, sentence, advice }) => ({ kind, sentence, advice }))
}
