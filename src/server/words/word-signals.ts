import { hash } from 'node:crypto'
import { wordRules } from '#campus-phrases.ts'
import type { SignalKind } from '#contract/signal-rules.ts'
import type { CaseSignal } from '#contract/signals.ts'
import { createFinder, findPhrase, type PhraseFinder } from '#english/find-phrase.ts'
import { type Sentence, splitSentences } from '#english/split-sentences.ts'
import { clipText } from '#format/format.ts'

const rules = wordRules.map((rule) => ({
  ...rule,
  finder: createFinder(rule),
  besideFinder: createFinder({ phrases: rule.unlessBeside ?? [] }),
}))

const maxQuoted = 200

/** Finds words of a listing or message that readers are warned about: one signal for each sentence. */
export function wordSignals(text: string): FoundSignal[] {
  const sentences = splitSentences(text)
  return rules.flatMap(({ id: rule, finder, besideFinder, sentence, advice, source }) =>
    Array.from(findCauses(sentences, finder, besideFinder), ([words, written]) => ({
      kind: 'words',
      rule,
      id: `words ${rule} ${hash('sha256', words).slice(0, 12)}`,
      sentence,
      advice,
      quote: clipText(written, maxQuoted),
      facts: [
        { label: 'Rule', value: rule },
        { label: 'Written', value: clipText(written, maxQuoted) },
        { label: 'Source', value: source },
      ],
    })),
  )
}

/**
 * The sentences that say it, as each was first written, by their words alone: another comma does not bring back what a
 * moderator hid.
 */
function findCauses(
  sentences: Sentence[],
  finder: PhraseFinder,
  besideFinder: PhraseFinder,
): Map<string, string> {
  const causes = new Map<string, string>()
  for (const [index, { text, words }] of sentences.entries()) {
    if (!findPhrase(words, finder)) continue
    const beside = sentences.slice(index, index + 2)
    if (beside.some((each) => findPhrase(each.words, besideFinder))) continue
    const cause = words.filter((word) => word !== ',' && word !== '?').join(' ')
    if (!causes.has(cause)) causes.set(cause, text)
    if (causes.size === maxCauses) break
  }
  return causes
}

/** A finding of one rule about a listing, one for each cause. */
export interface FoundSignal {
  kind: SignalKind
  /** "payment" or "abroad" of words, else the kind. Readers are told the first cause of each that is not hidden. */
  rule: string
  /** The id of its cause, such as "duplicate 12". A seller's answer holds as long as it is the same. */
  id: string
  sentence: string
  advice: string
  /** The words that caused it, as written. */
  quote?: string
  /** The numbers behind it, for moderators. */
  facts: CaseSignal['facts']
}

/**
 * The limit for one rule on a listing. It is more than an honest listing has, so that causes a moderator hid shield no
 * other, and fewer than a hostile one could have.
 */
export const maxCauses = 20
