import { hash } from 'node:crypto'
import { perCampus } from '#campus/campus.ts'
import type { SignalKind } from '#contract/signal-rules.ts'
import type { CaseSignal } from '#contract/signals.ts'
import { createFinder, findPhrase, type PhraseFinder } from '#english/find-phrase.ts'
import { type Sentence, splitSentences } from '#english/split-sentences.ts'
import { clipText } from '#format/format.ts'
import { currentLawPack } from '#regions/law-packs.ts'
import type { WordRule } from '#regions/phrase-rules.ts'
import { createReader } from './read-message.ts'

const compile = (rules: readonly WordRule[]) =>
  rules.map((rule) => ({
    ...rule,
    finder: createFinder(rule),
    anywhereWords: new Set(rule.anywhere?.split('|')),
    unlessBesideFinder: createFinder({ phrases: rule.unlessBeside ?? [] }),
    onlyBesideFinder: rule.onlyBeside && createFinder({ phrases: rule.onlyBeside }),
  }))

type CompiledRule = ReturnType<typeof compile>[number]

const listingRules = perCampus(() => compile(currentLawPack().wordRules))

const messageReader = perCampus(() => {
  const { messages, wordRules } = currentLawPack()
  return { rules: compile([...messages.rules, ...wordRules]), read: createReader(messages) }
})

const requestReader = perCampus(() => {
  const { messages, requestRules } = currentLawPack()
  return { rules: compile(requestRules), read: createReader(messages) }
})

const maxQuoted = 200

/** What a text is about. Advice such as "See the place" only fits homes. */
interface TextSubject {
  isHome?: boolean
}

/** Finds the sentences of a listing that readers are warned about. Each sentence gives one signal. */
export const wordSignals = (text: string, subject?: TextSubject): FoundSignal[] =>
  findSignals(splitSentences(text), listingRules(), subject)

/** Finds the sentences of a request, such as a housing request. A request is read like a message from a buyer. */
export function requestWordSignals(text: string, subject?: TextSubject): FoundSignal[] {
  const { rules, read } = requestReader()
  return rules.length === 0 ? [] : findSignals(read(text), rules, subject)
}

/**
 * Finds the sentences of a message that its reader is warned about. Messages are read more closely than listings: fraud
 * on sellers comes with links and disguised words, and nobody but the reader sees what was found.
 */
export function messageWordSignals(text: string, subject?: TextSubject): FoundSignal[] {
  const { rules, read } = messageReader()
  return rules.length === 0 ? [] : findSignals(read(text), rules, subject)
}

function findSignals(
  sentences: Sentence[],
  rules: readonly CompiledRule[],
  { isHome = false }: TextSubject = {},
): FoundSignal[] {
  return rules.flatMap((rule) =>
    Array.from(findCauses(sentences, rule), ([words, written]) => ({
      kind: 'words',
      rule: rule.id,
      id: `words ${rule.id} ${hash('sha256', words).slice(0, 12)}`,
      sentence: rule.sentence,
      advice: (isHome && rule.homeAdvice) || rule.advice,
      quote: clipText(written, maxQuoted),
      facts: [
        { label: 'Rule', value: rule.id },
        { label: 'Written', value: clipText(written, maxQuoted) },
        { label: 'Source', value: rule.source },
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
  { finder, anywhereWords, unlessBesideFinder, onlyBesideFinder }: CompiledRule,
): Map<string, string> {
  const has = (each: Sentence[], wanted: PhraseFinder) =>
    each.some(({ words }) => findPhrase(words, wanted))
  const causes = new Map<string, string>()
  for (const [index, { text, words }] of sentences.entries()) {
    if (!words.some((word) => anywhereWords.has(word)) && !findPhrase(words, finder)) continue
    if (has(sentences.slice(index, index + 2), unlessBesideFinder)) continue
    const around = sentences.slice(Math.max(index - 1, 0), index + 2)
    if (onlyBesideFinder && !has(around, onlyBesideFinder)) continue
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
