import type { AnyCategory } from '#categories/index.ts'
import { tokenize } from './tokenize.ts'

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six']

interface Phrase {
  field: string
  value: number
}

/** Takes "2 bedroom", "two-bedroom" and "2br" out of a search; at its end the unit may be half typed. */
export function splitPhrases({ search }: AnyCategory, q: string) {
  const phrases: Phrase[] = []
  let rest = q.normalize('NFKC')
  for (const { units, field } of search.phrases ?? []) {
    rest = rest.replace(phrasePattern(units, prefixesOf(units)), (_, number: string) => {
      phrases.push({ field, value: toNumber(number) })
      return ' '
    })
  }
  return { phrases, rest }
}

/** The phrases of a title; none beside a word after which the number counts something else. */
export function findPhrases({ search }: AnyCategory, title: string): Phrase[] {
  const words = tokenize(title)
  return (search.phrases ?? [])
    .filter(({ unless }) => !unless.some((word) => words.includes(word)))
    .flatMap(({ units, field }) => {
      const found = title.normalize('NFKC').matchAll(phrasePattern(units))
      return Array.from(found, ([, number = '']) => ({ field, value: toNumber(number) }))
    })
}

/** A number and one of the units, or at the very end one of the prefixes; the 5 of "2.5 bedrooms" is none. */
const phrasePattern = (units: readonly string[], prefixes: readonly string[] = []) => {
  const space = '[^\\S\\r\\n]*'
  const unit = [`(?:${units.join('|')})(?![\\p{L}\\p{N}])`, ...prefixes.map((end) => `${end}$`)]
  return new RegExp(
    `(?<![\\p{L}\\p{N}]|\\d[.,])(\\d{1,2}|${numberWords.join('|')})\\+?(?:${space}\\p{Pd})?${space}(?:${unit.join('|')})`,
    'giu',
  )
}

const minPrefixLength = 3

const prefixesOf = (units: readonly string[]) =>
  units.flatMap((unit) =>
    Array.from(unit, (_, length) => unit.slice(0, length)).slice(minPrefixLength),
  )

function toNumber(text: string): number {
  const index = numberWords.indexOf(text.toLowerCase())
  return index === -1 ? Number(text) : index
}
