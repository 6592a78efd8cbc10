import { nextTerms } from '#categories/academic-terms.ts'
import type { CategoryDefinition } from '#categories/define-category.ts'
import type { Filter } from '#categories/filter-kinds.ts'
import { type AnyCategory, categoriesWithCopies, publicCategories } from '#categories/index.ts'
import { addressField } from '#categories/listing-values.ts'
import { foldText } from '#categories/text-rules.ts'
import { filterLabel } from '#contract/active-filters.ts'
import { toPlainCode } from '#contract/filter-conditions.ts'
import { maxSuggestions } from '#contract/list-parameters.ts'
import { listQuery } from '#contract/list-query.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Suggestion } from '#contract/suggestions.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import type { Db } from '../../database/database.ts'
import { correctWords } from './correct-words.ts'
import { listListings } from './list-listings.ts'
import { tokenize } from './search-terms.ts'
import { correctable } from './search-words.ts'
import { synonymsOf } from './synonyms.ts'

/** Suggestions come from this many of the newest listings that match, so a common beginning costs no more than a rare one. */
const readListings = 24
const maxOfKind = 2
const suggestedTerms = 3

/** How many other words are tried for one that suggests nothing. */
const maxOtherWords = 3

/**
 * Returns what the text may be the beginning of: a category, a filter, or a course, a book, a street or a title of live
 * listings. For a single word with nothing to suggest, it returns what the corrected word or one that means the same
 * suggests.
 */
export async function suggest(db: Db, q: string, now: number): Promise<Suggestion[]> {
  // Every code begins with nothing.
  if (tokenize(q).length === 0) return []
  const found = await suggestFor(db, q, now)
  if (found.length > 0) return found
  for (const word of (await findOtherWords(db, q)).slice(0, maxOtherWords)) {
    const others = await suggestFor(db, word, now)
    if (others.length > 0) return others
  }
  return []
}

/**
 * Returns the words that mean the same as a word. If there are none, it returns the correction of each category, then the
 * words that mean the same as those.
 */
async function findOtherWords(db: Db, q: string): Promise<string[]> {
  const [typed = '', ...others] = tokenize(q)
  if (others.length > 0 || !correctable.test(typed)) return []
  const same = synonymsOf(typed)
  if (same.length > 0) return [...same]
  const corrected = new Set<string>()
  for (const category of publicCategories) {
    for (const { word } of (await correctWords(db, category, typed)).corrected) corrected.add(word)
  }
  return [...new Set([...corrected, ...[...corrected].flatMap(synonymsOf)])]
}

async function suggestFor(db: Db, q: string, now: number): Promise<Suggestion[]> {
  const found = categoriesLike(q)
  for (const category of publicCategories) {
    found.push(...filtersLike(category, q, now), ...(await suggestIn(db, category, q, now)))
  }
  const rank: Suggestion['kind'][] = ['category', 'filter', 'course', 'book', 'street', 'listing']
  return rank
    .flatMap((kind) => found.filter((each) => each.kind === kind).slice(0, maxOfKind))
    .slice(0, maxSuggestions)
}

function categoriesLike(q: string): Suggestion[] {
  const typed = foldText(q)
  return publicCategories.flatMap(({ id, labels, search }: AnyCategory) => {
    const words = [labels.menu, labels.plural, ...(search.words ?? [])].map(foldText)
    const isLike = words.some((word) => word.startsWith(typed))
    const { menu: label, summary: detail } = labels
    return isLike ? [{ kind: 'category' as const, label, detail, path: pagePaths.browse(id) }] : []
  })
}

/** Returns the filters that begin like the text: "Sublet", "Bikes", "Winter 2027". */
function filtersLike(category: AnyCategory, q: string, now: number): Suggestion[] {
  const { labels, filters, hiddenFilters = [] }: CategoryDefinition = category
  const typed = foldText(q)
  return Object.entries(filters)
    .filter(([name]) => !hiddenFilters.includes(name))
    .flatMap(([name, filter]) => valuesOf(filter, now).map((value) => ({ name, value })))
    .map(({ name, value }) => ({
      kind: 'filter' as const,
      label: filterLabel(category, name, value),
      detail: labels.menu,
      path: pagePaths.browse(category.id, new URLSearchParams({ [name]: value })),
    }))
    .filter(({ label }) => foldText(label).startsWith(typed))
}

function valuesOf(filter: Filter, now: number): string[] {
  switch (filter.kind) {
    case 'choice':
    case 'choices':
      return filter.options.map(({ value }) => value)
    case 'contains':
    case 'checked':
      return ['1']
    case 'term':
      return nextTerms(campusIsoDate(now), suggestedTerms).map((term) => term.id)
    default:
      return []
  }
}

async function suggestIn(
  db: Db,
  category: AnyCategory,
  q: string,
  now: number,
): Promise<Suggestion[]> {
  const filters = Object.entries<Filter>(category.filters)
  const code = filters.find(([, filter]) => filter.kind === 'code')
  const street = filters.find(
    ([, filter]) => filter.kind === 'search' && filter.field === addressField(category),
  )
  const suggestions: Suggestion[] = []
  const list = async (parameters: Record<string, string>) => {
    const query = listQuery[category.id].parse({ ...parameters, limit: String(readListings) })
    return (await listListings(db, category, query, now)).results
  }
  const results = await list({ q, exact: '1' })
  if (code) suggestions.push(...coursesOf(category, code, results, q))
  const books = booksOf(category, results, q)
  suggestions.push(...(books.length > 0 ? books : titlesOf(results, q)))
  if (street) suggestions.push(...streetsOf(category, street, await list({ [street[0]]: q }), q))
  return suggestions
}

function coursesOf(
  { id, labels }: AnyCategory,
  [name, filter]: [string, Filter],
  listings: readonly Listing[],
  q: string,
): Suggestion[] {
  if (filter.kind !== 'code') return []
  const codes = listings.flatMap(({ details }) => [detailOf(details, filter.field)].flat())
  const matching = codes
    .map(String)
    .filter((code) => code !== '' && toPlainCode(code).startsWith(toPlainCode(q)))
  return [...new Set(matching)].map((label) => ({
    kind: 'course',
    label,
    detail: labels.menu,
    path: pagePaths.browse(id, new URLSearchParams({ [name]: label })),
  }))
}

function booksOf({ id }: AnyCategory, listings: readonly Listing[], q: string): Suggestion[] {
  const category = categoriesWithCopies.find((each) => each.id === id)
  if (!category) return []
  const words = tokenize(q)
  const byValue = Map.groupBy(listings, ({ details }) =>
    String(detailOf(details, category.copies.field) ?? ''),
  )
  return [...byValue].flatMap(([value, copies]) => {
    const title = copies[0]?.title ?? ''
    const hasWord = tokenize(title).some((word) => words.some((each) => word.startsWith(each)))
    if (value === '' || !hasWord) return []
    const isAll = listings.length < readListings
    const detail = isAll ? `${copies.length} ${copies.length === 1 ? 'copy' : 'copies'}` : 'Copies'
    return [
      { kind: 'book' as const, label: title, detail, path: pagePaths.copies(category.id, value) },
    ]
  })
}

function titlesOf(listings: readonly Listing[], q: string): Suggestion[] {
  const words = tokenize(q)
  return listings
    .filter(({ title }) => {
      const ofTitle = tokenize(title)
      return words.every((word) => ofTitle.some((each) => each.startsWith(word)))
    })
    .map((listing) => ({
      kind: 'listing',
      label: listing.title,
      detail: categoryOf(listing).labels.menu,
      path: pagePaths.listing(listing.category, listing.id),
    }))
}

/** The street of an address that begins with a house number: "12-250 King St N, Springfield". */
const streetOf = /^\s*(?:(?:unit|apt|#)\s*\S+[\s,]+)?\d[\w-]{0,9}\s+([^,]{3,60})/i

function streetsOf(
  category: AnyCategory,
  [name]: [string, Filter],
  listings: readonly Listing[],
  q: string,
): Suggestion[] {
  const address = addressField(category)
  const words = tokenize(q)
  const streets = listings.flatMap(({ details }) => {
    const text = address ? String(detailOf(details, address) ?? '') : ''
    const street = streetOf.exec(text)?.[1]?.trim()
    const hasWord = tokenize(street ?? '').some((word) =>
      words.some((each) => word.startsWith(each)),
    )
    return street && hasWord ? [street] : []
  })
  const byName = new Map(streets.map((street) => [street.toLowerCase(), street]))
  return [...byName.values()].map((label) => ({
    kind: 'street',
    label,
    detail: category.labels.menu,
    path: pagePaths.browse(category.id, new URLSearchParams({ [name]: label })),
  }))
}

const detailOf = (details: object, name: string): unknown =>
  (details as Readonly<Record<string, unknown>>)[name]
