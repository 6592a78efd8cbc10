import { hash } from 'node:crypto'
import { wordRules } from '#campus-phrases.ts'
import { clipText } from '#contract/clip-text.ts'
import { createFinder, findPhrase, type PhraseFinder } from '#contract/find-phrase.ts'
import { type Sentence, splitSentences } from '#contract/split-sentences.ts'
import { type FoundSignal, maxCauses } from './found-signal.ts'

const rules = wordRules.map((rule) => ({
  ...rule,
  finder: createFinder(rule),
  besideFinder: createFinder({ phrases: rule.unlessBeside ?? [] }),
}))

const maxQuoted = 200

/** What words of a listing or message readers are told of: one signal for each sentence that says it. */
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
