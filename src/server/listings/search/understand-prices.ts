import { campus } from '#campus/campus.ts'
import type { Filter } from '#categories/filter-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { maxPrice } from '#categories/limits.ts'
import {
  escapePattern,
  letter,
  type Meaning,
  noStreetName,
  type Rule,
  rule,
} from './understand-rules.ts'

/** Thousands may be short: "1.2k". */
const number = `(\\d{1,3}(?:\\.\\d{1,2})?k(?!${letter})|\\d{1,3}(?:,\\d{3})+|\\d{1,6}(?:\\.\\d{1,2})?)`
/** A number before one of these is no price. */
const noUnit = `(?!\\s*(?:%|[-–]\\s*\\d|["′″]|(?:min|mins|minutes?|hours?|km|m|cm|kg|gb|tb|inch(?:es)?|in|years?|months?|beds?|bedrooms?|rooms?|people|persons?|pages?)(?!${letter})))`
const aMonth = '(?:\\s*(?:/|per|a|each)\\s*(?:mo|month))?'

const currencyWords: Readonly<Record<string, string>> = {
  cad: 'dollars|bucks',
  usd: 'dollars|bucks',
  aud: 'dollars|bucks',
  nzd: 'dollars|bucks',
  eur: 'euros?',
  gbp: 'pounds?|quid',
}

const toPrice = (text = ''): number =>
  text.endsWith('k')
    ? Math.round(Number(text.slice(0, -1)) * 1_000)
    : Number(text.replaceAll(',', ''))

/** Without a currency, a number like 2027 is a year. */
const looksLikeYear = (text = '') => /^20[1-4]\d$/.test(text)

/** Before "max", a smaller number without a currency is a model: "iPhone 15 Max". */
const leastBarePrice = 20

const price = (name: 'min_price' | 'max_price', text: string | undefined): Meaning =>
  toPrice(text) <= maxPrice ? { [name]: String(toPrice(text)) } : undefined

/** Numbers without a currency are two courses after a subject, and an address before a street. */
const noCourse = '(?<!(?<![a-z])[a-z]{2,6}\\s)'

export function priceRules({ filters }: AnyCategory): Rule[] {
  const hasCodes = Object.values<Filter>(filters).some(({ kind }) => kind === 'code')
  const code = campus.currency.code.toLowerCase()
  const symbol = campus.currency.symbol.toLowerCase()
  const sign = `(?:${escapePattern(symbol)}|${code})`
  const after = `(?:\\s*(?:${escapePattern(symbol)}|${code}|${currencyWords[code] ?? code}))`
  const amount = `(${sign})?\\s*${number}(${after})?${noUnit}${aMonth}`
  const limit =
    (name: 'min_price' | 'max_price'): Rule[1] =>
    ([before, text, behind]) =>
      !before && !behind && looksLikeYear(text) ? undefined : price(name, text)
  // A currency sign has no word boundary before it, so the pattern begins where a word could.
  return [
    rule(
      `${hasCodes ? noCourse : ''}(?<![-–\\d])(?:between\\s+)?(${sign})?\\s*${number}(${after})?\\s*(?:-|–|to|and)\\s*(${sign})?\\s*${number}(${after})?${noUnit}${noStreetName}${aMonth}`,
      ([sign1, low, after1, sign2, high, after2]) => {
        const isMoney = Boolean(sign1 || after1 || sign2 || after2)
        const areLarge = toPrice(low) >= 100 && toPrice(high) >= 100
        if (!isMoney && (!areLarge || looksLikeYear(low) || looksLikeYear(high))) return undefined
        if (toPrice(low) >= toPrice(high)) return undefined
        const limits = { ...price('min_price', low), ...price('max_price', high) }
        return Object.keys(limits).length === 2 ? limits : undefined
      },
    ),
    rule(
      `(?:under|below|less\\s+than|cheaper\\s+than|up\\s+to|at\\s+most|no\\s+more\\s+than|max(?:imum)?|budget(?:\\s+of)?|<=?|≤)\\s*${amount}`,
      limit('max_price'),
    ),
    rule(
      `(?:over|above|more\\s+than|at\\s+least|min(?:imum)?|>=?|≥)\\s*${amount}`,
      limit('min_price'),
    ),
    rule(
      `${hasCodes ? `(?:(?!\\d{3})|${noCourse})` : ''}${amount}\\s*(?:max(?:imum)?|or\\s+(?:less|below|under))${aMonth}`,
      ([before, text, behind]) =>
        before || behind || (toPrice(text) >= leastBarePrice && !looksLikeYear(text))
          ? price('max_price', text)
          : undefined,
    ),
    rule('free(?=\\s+(?:stuff|things?|items?))', () => ({ max_price: '0' })),
    rule(`${sign}\\s*${number}${noUnit}${aMonth}`, ([text]) => price('max_price', text)),
    rule(`${number}${after}${aMonth}`, ([text]) => price('max_price', text)),
  ]
}
