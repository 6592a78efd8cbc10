import type { Gap, Phrase } from '#regions/phrase-rules.ts'
import { isAsked, isNegated, isWarning, negations } from './negation.ts'

type WordsStep = { alternatives: Map<string, string[][]>; isOptional: boolean }
type GapStep = { upTo: number; of: Set<string> | undefined; not: Set<string> }
type Step = WordsStep | GapStep

/** Phrases by their first word. Most words of a text begin no phrase. */
type PhrasesByWord = Map<string, Step[][]>

/** The phrases to search for, and those that make an overlapping match harmless. */
export interface PhraseFinder {
  phrases: PhrasesByWord
  unless: PhrasesByWord
}

export const createFinder = (rule: {
  phrases: readonly Phrase[]
  unless?: readonly Phrase[]
}): PhraseFinder => ({
  phrases: compileAll(rule.phrases),
  unless: compileAll(rule.unless ?? []),
})

function compileAll(phrases: readonly Phrase[]): PhrasesByWord {
  const byWord: PhrasesByWord = new Map()
  for (const phrase of phrases) {
    const [first, ...rest] = phrase
    const begin = typeof first === 'string' ? compileWords(first) : undefined
    if (!begin || begin.isOptional) throw new Error('A phrase begins with a word.')
    const steps = [begin, ...rest.map(compile)]
    for (const word of begin.alternatives.keys()) {
      byWord.set(word, [...(byWord.get(word) ?? []), steps])
    }
  }
  return byWord
}

const compile = (part: string | Gap): Step =>
  typeof part === 'string' ? compileWords(part) : compileGap(part)

function compileWords(part: string): WordsStep {
  const alternatives = new Map<string, string[][]>()
  for (const alternative of part.split('|')) {
    const words = alternative.split(' ')
    const [first = ''] = words
    alternatives.set(first, [...(alternatives.get(first) ?? []), words])
  }
  return { alternatives, isOptional: alternatives.has('') }
}

const compileGap = ({ upTo, of, not = '' }: Gap): GapStep => ({
  upTo,
  of: of === undefined ? undefined : new Set(of.split('|')),
  not: new Set([',', ...negations, ...not.split('|')]),
})

/** How many words before a match a phrase that makes it harmless may begin. */
const reach = 8

/** A match: the words from `start` up to `end`. */
export interface FoundPhrase {
  start: number
  end: number
}

/**
 * Returns the first phrase that a sentence states, and does not deny, ask or warn about. The time is linear in the
 * number of words, because the length of a match is bounded.
 */
export function findPhrase(
  words: readonly string[],
  { phrases, unless }: PhraseFinder,
): FoundPhrase | undefined {
  for (let start = 0; start < words.length; start++) {
    for (const phrase of phrases.get(words[start] ?? '') ?? []) {
      const end = matchAt(words, start, phrase)
      if (end === undefined || isNegated(words, start, end)) continue
      if (hasMatch(words, { from: start - reach, start, end }, unless)) continue
      if (!isAsked(words, start)) return isWarning(words, start) ? undefined : { start, end }
    }
  }
  return undefined
}

/** Whether one of the phrases begins in the range and ends after its start. */
function hasMatch(
  words: readonly string[],
  { from, start, end }: { from: number; start: number; end: number },
  phrases: PhrasesByWord,
): boolean {
  for (let index = Math.max(from, 0); index < end; index++) {
    const beginning = phrases.get(words[index] ?? '') ?? []
    if (beginning.some((phrase) => (matchAt(words, index, phrase) ?? 0) > start)) return true
  }
  return false
}

/**
 * Returns the earliest end of the phrase that begins at `start`, or undefined. It follows all ways to read the phrase
 * at once.
 */
function matchAt(words: readonly string[], start: number, phrase: Step[]): number | undefined {
  let positions = [start]
  for (const step of phrase) {
    const next: number[] = []
    for (const position of positions) {
      if ('upTo' in step) addGap(words, position, step, next)
      else addWords(words, position, step, next)
    }
    if (next.length === 0) return undefined
    positions = next
  }
  return Math.min(...positions)
}

function addWords(
  words: readonly string[],
  position: number,
  { alternatives, isOptional }: WordsStep,
  next: number[],
): void {
  if (isOptional) add(next, position)
  const word = words[position]
  if (word === undefined) return
  for (const alternative of alternatives.get(word) ?? []) {
    if (
      alternative.every(
        (each, offset) => offset === 0 || (words[position + offset] ?? '.') === each,
      )
    ) {
      add(next, position + alternative.length)
    }
  }
}

/** Adds the positions after up to `upTo` other words. A gap never contains a negation or a new part of the sentence. */
function addGap(
  words: readonly string[],
  position: number,
  { upTo, of, not }: GapStep,
  next: number[],
): void {
  add(next, position)
  for (let offset = 0; offset < upTo; offset++) {
    const word = words[position + offset]
    if (word === undefined || !(of ? of.has(word) : !not.has(word))) return
    add(next, position + offset + 1)
  }
}

/** Adds a position once. For so few positions, an array is faster than a set. */
function add(positions: number[], position: number): void {
  if (!positions.includes(position)) positions.push(position)
}
