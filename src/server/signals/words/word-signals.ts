import { createHash } from 'node:crypto'
import { wordRules } from '#campus-phrases.ts'
import { createFinder, findPhrase, type PhraseFinder } from '#contract/find-phrase.ts'
import { type Sentence, splitSentences } from '#contract/split-sentences.ts'
import type { FoundSignal } from '../found-signal.ts'

const rules = wordRules.map((rule) => ({
  ...rule,
  finder: createFinder(rule),
  besideFinder: createFinder({ phrases: rule.unlessBeside ?? [] }),
}))

const maxQuoted = 200

/** More than a seller has reason to write, so that hidden ones shield no other; fewer than a hostile text could. */
const maxCauses = 20

/** What words of a listing or message readers are told of: one signal for each sentence that says it. */
export function wordSignals(text: string): FoundSignal[] {
  const sentences = splitSentences(text)
  return rules.flatMap(({ id: rule, finder, besideFinder, sentence, advice, source }) =>
    Array.from(findCauses(sentences, finder, besideFinder), ([words, written]) => ({
      kind: 'words',
      rule,
      id: `words ${rule} ${hash(words)}`,
      sentence,
      advice,
      quote: quote(written),
      facts: [
        { label: 'Rule', value: rule },
        { label: 'Written', value: quote(written) },
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

const hash = (words: string): string =>
  createHash('sha256').update(words).digest('hex').slice(0, 12)

/** By code points, so that no half of one is left. */
function quote(text: string): string {
  const characters = [...text]
  return characters.length > maxQuoted ? `${characters.slice(0, maxQuoted).join('')}…` : text
}
