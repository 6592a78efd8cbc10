import { type AcademicTerm, parseTerm } from '#categories/academic-terms.ts'
import { addDays, countDays } from '#categories/days.ts'
import { type Filter, findDayParameters } from '#categories/filter-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { filterSteps } from '#categories/minutes.ts'
import { coversTerm, latestFirstDay, type Period, readPeriod } from '#categories/periods.ts'
import { type FilterCondition, toFilterCondition } from '#contract/filter-conditions.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Listing } from '#contract/listing.ts'
import { formatAmount, formatShortDate } from '#format/format.ts'
import { termWords } from './understand-days.ts'

/** A query that asks for a little less, and what is different about the listings that it finds. */
export interface Relaxed {
  reason: string | ((listing: Listing) => string)
  query: ListQuery
  /** Whether it is only tried if nothing else was found. */
  isLastResort?: boolean
}

/** Returns the queries to try, the nearest first. `typed` is the query before its words became filters. */
export function relax(category: AnyCategory, query: ListQuery, typed = query): Relaxed[] {
  const conditions = Object.entries(query.conditions)
  return [
    ...dearer(query),
    ...withUnknownEnd(category, query),
    ...conditions.flatMap(([name, condition]) =>
      relaxCondition(category, condition, name).flatMap(({ reason, conditions: others }) => {
        const { [name]: _, ...kept } = query.conditions
        // A day that the student has chosen stays.
        if (Object.keys(others).some((other) => other in kept)) return []
        return [{ reason, query: { ...query, conditions: { ...kept, ...others } } }]
      }),
    ),
    ...leasesForSublets(category, query),
    ...fewerWords(query, typed),
  ]
}

/** "A little dearer" is a tenth, and at least this much. */
const minStepCents = 1_000

function dearer(query: ListQuery): Relaxed[] {
  const { maxPriceCents: max } = query
  if (max === undefined || max === 0) return []
  const most = Math.ceil((max + Math.max(max / 10, minStepCents)) / 500) * 500
  const reason = `A little over ${formatAmount(String(max / 100))}`
  return [{ reason, query: { ...query, minPriceCents: max + 1, maxPriceCents: most } }]
}

/** The cheapest listings above the highest price. */
export function atAnyPrice(query: ListQuery): Relaxed[] {
  const { maxPriceCents: max } = query
  if (max === undefined) return []
  const reason = max === 0 ? 'Not free' : `Over ${formatAmount(String(max / 100))}`
  const dearest = { ...query, minPriceCents: max + 1, maxPriceCents: undefined }
  return [{ reason, query: { ...dearest, order: 'price' }, isLastResort: true }]
}

interface RelaxedCondition {
  reason: Relaxed['reason']
  conditions: Record<string, FilterCondition>
}

function relaxCondition(
  category: AnyCategory,
  condition: FilterCondition,
  name: string,
): RelaxedCondition[] {
  switch (condition.kind) {
    case 'term':
      return halvesOf(category, condition.id)
    case 'near': {
      const next = filterSteps.find((step) => step > condition.minutes)
      if (!next) return []
      const reason = `A little further, under ${next} min`
      return [{ reason, conditions: { [name]: { ...condition, minutes: next } } }]
    }
    case 'choice':
      return otherTypes(category, condition)
    default:
      return []
  }
}

/** A sublet that begins in time for the term. It may well cover the term, but nobody has said so. */
export function withUnknownEnd(category: AnyCategory, query: ListQuery): Relaxed[] {
  if (category.period?.unknownEndWhen === undefined) return []
  return Object.entries(query.conditions).flatMap(([name, condition]) => {
    const term = condition.kind === 'term' ? parseTerm(condition.id) : undefined
    if (!term) return []
    const begins: FilterCondition = { kind: 'unknownEnd', latestFirst: latestFirstDay(term) }
    const conditions = { ...query.conditions, [name]: begins }
    return [{ reason: unknownEndReason, query: { ...query, conditions } }]
  })
}

const unknownEndReason = 'Starts in time, end date not given'

/** A place that is free for a part of the term. The days are a quarter into each half, so that moving days do not matter. */
function halvesOf(category: AnyCategory, termId: string): RelaxedCondition[] {
  const term = parseTerm(termId)
  const days = findDayParameters(category.filters)
  if (!term || !days) return []
  const reason = ({ details }: Listing) => describePart(term, readPeriod(category, details))
  const quarter = Math.floor(countDays(term.first, term.last) / 4)
  return [
    {
      reason,
      conditions: { [days.from]: { kind: 'from', day: addDays(term.first, quarter) } },
    },
    {
      reason,
      conditions: { [days.from]: { kind: 'from', day: addDays(term.last, -quarter) } },
    },
  ]
}

/** Returns what a period lacks of a term, such as "Not all of Winter 2027: until Apr 6". */
export function describePart(term: AcademicTerm, period?: Period): string {
  const { label, first, last } = term
  if (!period) return `Perhaps not all of ${label}`
  if (period.last === undefined) {
    const isInTime = coversTerm({ ...period, last: null }, term)
    if (isInTime) return unknownEndReason
    return `From ${formatShortDate(period.first, first)}, end date not given`
  }
  const from = period.first > first && formatShortDate(period.first, first)
  const until = period.last && period.last < last && formatShortDate(period.last, first)
  if (from && until) return `Not all of ${label}: ${from} – ${until}`
  return `Not all of ${label}${from ? `: from ${from}` : ''}${until ? `: until ${until}` : ''}`
}

/** Returns the other option of a choice between sublets and leases. */
function otherTypes(
  category: AnyCategory,
  condition: Extract<FilterCondition, { kind: 'choice' }>,
): RelaxedCondition[] {
  const { sublet, filters } = category
  if (!sublet || condition.field !== sublet.when) return []
  return Object.entries<Filter>(filters).flatMap(([name, filter]) => {
    if (filter.kind !== 'choice' || filter.field !== sublet.when) return []
    return filter.options
      .filter(({ matches }) => !matches.some((value) => condition.values.includes(value)))
      .map(({ label, value }) => ({
        reason: `A ${label.toLowerCase()}`,
        conditions: { [name]: toFilterCondition(filter, value) },
      }))
  })
}

const subletWord = /(?<![a-z])(?:sublets?|subleases?|subletting|subleasing)(?![a-z])/i

/** The word "sublet" finds sublets. Leases are the next best. */
function leasesForSublets({ sublet, filters }: AnyCategory, query: ListQuery): Relaxed[] {
  if (!sublet || query.q === undefined || !subletWord.test(query.q)) return []
  const q = query.q.replace(subletWord, ' ').trim() || undefined
  const lease: FilterCondition = { kind: 'choice', field: sublet.when, values: [false] }
  const isType = (filter: Filter) => filter.kind === 'choice' && filter.field === sublet.when
  const name = Object.entries<Filter>(filters).find(([, filter]) => isType(filter))?.[0]
  if (name === undefined) return []
  const conditions = { ...query.conditions, [name]: lease }
  return [{ reason: 'A lease', query: { ...query, q, conditions } }]
}

const maxWords = 4

/** Whether the query is about a term, with or without its words. "Winter tires" are tires, in any season. */
function isAboutTerm({ conditions, q = '' }: ListQuery, typed: ListQuery): boolean {
  const left = new Set(q.split(' '))
  const words = typed.q?.split(/\s+/) ?? []
  const isSeason = (word = '') => termWords().includes(word.toLowerCase())
  const isOfThing = words.some((word, index) => left.has(word) && isSeason(words[index - 1]))
  return !isOfThing && Object.values(conditions).some(({ kind }) => kind === 'term')
}

/** Leaves out the dropped words, then one word more after the other. */
export function fewerWords(
  query: ListQuery,
  typed: ListQuery,
  dropped: readonly string[] = [],
): Relaxed[] {
  const words = query.q?.split(/\s+/).filter(Boolean) ?? []
  if (words.length > maxWords) return []
  const without = (left: readonly string[], ...others: string[]): Relaxed => ({
    reason: `Without ${quoteWords([...dropped, ...others])}`,
    query: { ...query, q: left.join(' ') || undefined },
  })
  const isTerm = isAboutTerm({ ...query, q: [...words, ...dropped].join(' ') }, typed)
  const fewer = words.map((word, index) => without(words.toSpliced(index, 1), word))
  return (
    [...(dropped.length > 0 ? [without(words)] : []), ...fewer]
      // A number alone would find anything. Beside a term, no word is needed to know what is meant.
      .filter(({ query: { q = '' } }) => /\p{L}{3}/u.test(q) || (q === '' && isTerm))
  )
}

/** Returns "“desk” and “lamp”". */
export const quoteWords = (words: readonly string[]) =>
  words.map((word) => `“${word}”`).join(' and ')
