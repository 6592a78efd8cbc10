import { hash } from 'node:crypto'
import { perCampus } from '#campus/campus.ts'
import type { SignalKind } from '#contract/signal-rules.ts'
import type { CaseSignal } from '#contract/signals.ts'
import { createFinder, findPhrase, type PhraseFinder } from '#english/find-phrase.ts'
import { type Sentence, splitSentences } from '#english/split-sentences.ts'
import { clipText } from '#format/format.ts'
import { currentLawPack } from '#regions/law-packs.ts'

const rules = perCampus(() =>
  currentLawPack().wordRules.map((rule) => ({
    ...rule,
    finder: createFinder(rule),
    besideFinder: createFinder({ phrases: rule.unlessBeside ?? [] }),
  })),
)

const maxQuoted = 200

/** Finds the sentences of a listing or message that readers are warned about. Each sentence gives one signal. */
export function wordSignals(text: string): FoundSignal[] {
  const sentences = splitSentences(text)
  return rules().flatMap(({ id: rule, finder, besideFinder, sentence, advice, source }) =>
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
 * Returns the sentences that the rule finds. The key is the words alone, so that another comma does not bring back a
 * signal that a moderator hid. The value is the sentence as first written.
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

/** A finding of one rule about a listing. Each cause has its own. */
export interface FoundSignal {
  kind: SignalKind
  /**
   * The rule, such as "payment" or "abroad", for words; otherwise the kind. Readers see the first cause of each rule
   * that is not hidden.
   */
  rule: string
  /** The id of the cause, such as "duplicate 12". A seller's answer holds as long as this id is the same. */
  id: string
  sentence: string
  advice: string
  /** The words that caused the signal, as written. */
  quote?: string
  /** The numbers behind the signal, for moderators. */
  facts: CaseSignal['facts']
}

/**
 * The most causes of one rule on a listing. An honest listing has fewer, so the causes that a moderator hid do not
 * shield others. A hostile listing could have more.
 */
export const maxCauses = 20
