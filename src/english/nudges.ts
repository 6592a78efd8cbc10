import { joinWords, perCampus } from '#campus/campus.ts'
import { clipText } from '#format/format.ts'
import { currentLawPack } from '#regions/law-packs.ts'
import { createFinder, findPhrase } from './find-phrase.ts'
import { quoteWords, splitSentences } from './split-sentences.ts'

export interface Nudge {
  id: string
  sentence: string
  source: { name: string; url: string }
}

export type LawSentence = Omit<Nudge, 'id'>

/** Returns what the law of the region permits in a shared home, if the site has a law pack that says so. */
export const sharedHomeLaw = (): LawSentence | undefined => currentLawPack().sharedHome

const rules = perCampus(() =>
  currentLawPack().nudgeRules.map((rule) => ({
    ...rule,
    causes: rule.causes.map((cause) => ({ ...cause, finder: createFinder(cause) })),
  })),
)

const maxQuotes = 3

/** Returns what the law says about words in a text, for its writer. */
export function findNudges(text: string): Nudge[] {
  const sentences = splitSentences(text)
  return rules().flatMap(({ id, causes, sentence, source }) => {
    const found = sentences.flatMap((each) =>
      causes
        .flatMap(({ ground, finder }) => {
          const phrase = findPhrase(each.words, finder)
          return phrase ? [{ ground, ...phrase }] : []
        })
        .toSorted((a, b) => a.start - b.start)
        .map(({ ground, ...phrase }) => ({ ground, quote: quoteWords(each, phrase) })),
    )
    if (found.length === 0) return []
    const quotes = unique(found.map(({ quote }) => clipText(quote)))
      .slice(0, maxQuotes)
      .map((quote) => `“${quote}”`)
    const grounds = unique(found.map(({ ground }) => ground))
    return [{ id, sentence: sentence(quotes.join(', '), joinWords(grounds, 'or')), source }]
  })
}

/** Returns each text once, as it was first written. */
function unique(texts: readonly string[]): string[] {
  const known = texts.map((text) => text.toLowerCase())
  return texts.filter((_, index) => known.indexOf(known[index] ?? '') === index)
}
