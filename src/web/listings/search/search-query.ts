import { queryOptions } from '@tanstack/react-query'
import { type AnyCategory, publicCategories } from '#categories/index.ts'
import { foldText } from '#categories/text-rules.ts'
import type { Listing } from '#contract/listing.ts'
import type { CloseMatch, ListPage, Understood, UnderstoodPart } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import { fewResults, partLabel } from '#contract/understood.ts'
import type { Api } from '../../queries/api.ts'
import { type ListingsPage, readPage } from '../browse/listings-query.ts'
import { trimForCards } from '../cards/trim-for-cards.ts'
import { listingKeys } from '../listing-queries.ts'

export interface SearchGroup {
  category: AnyCategory
  /** The first results, or null if the category's list could not be loaded. */
  page: ListingsPage | null
}

/** How many results of each category are shown: one row on wide screens. */
export const maxPerCategory = 4

/** The first results of every category. The query fails only if the requests of all categories fail. */
export const searchQuery = (api: Api, q: string, exact = false) =>
  queryOptions({
    queryKey: [...listingKeys.lists, 'search', q, ...(exact ? ['exact'] : [])],
    queryFn: async ({ signal }) => {
      // A listing that has just ended is counted, and then left out. One more keeps the row full.
      const limit = String(maxPerCategory + 1)
      const query = new URLSearchParams({ q, ...(exact && { exact: '1' }), limit })
      const pages = await Promise.allSettled(
        publicCategories.map(({ id }) => api.get<ListPage>(apiPaths.list(id, query), signal)),
      )
      const [first] = pages
      if (first?.status === 'rejected' && pages.every(({ status }) => status === 'rejected')) {
        throw first.reason
      }
      return pages.map((page) => (page.status === 'fulfilled' ? trimForCards(page.value) : null))
    },
    select: readGroups,
  })

/** Whether the text has a letter or a digit to search for. Lists ignore everything else, and would find all listings. */
export const isSearchable = (q: string) => /[\p{L}\p{N}]/u.test(q)

/** Turns each page into a group of its category, in the order of the categories. */
function readGroups(pages: readonly (ListPage | null)[]): SearchGroup[] {
  const groups = publicCategories.map((category, index) => {
    const page = pages[index]
    return { category, page: page ? readPage(category, page) : null }
  })
  if (groups.some(isMeant)) {
    return groups.map((group) => (isMeant(group) ? group : withoutLike(group)))
  }
  const isWhole = groups.some(({ page }) => page?.total && !hasDropped(page))
  return isWhole ? groups.map(withoutPartMatch) : groups
}

/** Whether the category's name and filters have all words of the search: "somewhere to sleep in winter". */
const isMeant = ({ page }: SearchGroup) =>
  page?.understood !== undefined && wordsOf(page.understood.q).length === 0

const hasDropped = (page: ListingsPage | null) => (page?.understood?.dropped.length ?? 0) > 0

/** Leaves out what matches a part of the words only: "2 bedroom" finds rentals, and items with a 2. */
const withoutPartMatch = ({ category, page }: SearchGroup): SearchGroup => ({
  category,
  page:
    page && hasDropped(page)
      ? { ...page, results: [], total: 0, total_exact: true, close: [] }
      : page,
})

/** Leaves out close matches too. Another category is meant, and a winter coat is nowhere to sleep in winter. */
const withoutLike = (group: SearchGroup): SearchGroup => {
  const { category, page } = withoutPartMatch(group)
  return { category, page: page && { ...page, close: [] } }
}

/**
 * Puts the category first that the search names, or whose filters have all its words. Then come those that have a word of
 * it in a title, or one that means the same: "bicycle" also finds many rentals with room for a bike. A word that a title
 * only begins with counts less: "bed" also finds bedrooms.
 */
export function sortGroups(groups: readonly SearchGroup[], q: string): SearchGroup[] {
  const isInTitle = ({ page }: SearchGroup, isLike: typeof isSameWord) => {
    const words = [...wordsOf(page?.understood?.q ?? q), ...(page?.also_words ?? [])]
    return page?.results
      .flatMap(({ title }) => wordsOf(title))
      .some((titleWord) => words.some((word) => isLike(titleWord, word)))
  }
  const isNamed = (group: SearchGroup) => group.page?.understood?.names_category || isMeant(group)
  const rank = (group: SearchGroup) => {
    if (isNamed(group)) return 0
    if (isInTitle(group, isSameWord)) return 1
    return isInTitle(group, isBeginning) ? 2 : 3
  }
  return groups.toSorted((a, b) => rank(a) - rank(b))
}

const isBeginning = (titleWord: string, word: string) => titleWord.startsWith(word)

/** Whether the words are the same, or one of them is the plural of the other. */
const isSameWord = (titleWord: string, word: string) =>
  titleWord === word || pluralsOf(word).includes(titleWord) || pluralsOf(titleWord).includes(word)

const pluralsOf = (word: string) => [`${word}s`, `${word}es`, word.replace(/y$/, 'ies')]

const maxClose = 8

/**
 * Returns the close matches of all categories, if they found few listings together. If one has what was asked for, those
 * of categories without results are something else: a search for winter tires is not for a home.
 */
export function closeMatchesOf(groups: readonly SearchGroup[]): CloseMatch<Listing>[] {
  const total = groups.reduce((sum, { page }) => sum + (page?.total ?? 0), 0)
  if (total >= fewResults) return []
  const isWhole = groups.some(({ page }) => page?.total && !hasDropped(page))
  return groups
    .flatMap(({ page }) => (page?.total || !isWhole ? (page?.close ?? []) : []))
    .slice(0, maxClose)
}

/** The last category takes what fits in none of the others. */
const catchAll = publicCategories.at(-1)

/**
 * Returns the group that a search without results is most likely meant for: the one with the most close matches, or else
 * the one for things of every kind.
 */
export function likeliestGroup(groups: readonly SearchGroup[]): SearchGroup | undefined {
  const countClose = ({ page }: SearchGroup) => page?.close?.length ?? 0
  const [closest] = groups.toSorted((one, other) => countClose(other) - countClose(one))
  if (closest && countClose(closest) > 0) return closest
  return groups.find(({ category }) => category === catchAll) ?? groups[0]
}

/**
 * Joins how the categories with results read the words. The first one says how a word was corrected. A word counts as
 * dropped only if all of them dropped it.
 */
export function joinCorrections(
  groups: readonly SearchGroup[],
): Pick<Understood, 'corrected' | 'dropped'> {
  const found = groups.flatMap(({ page }) => (page?.total ? [page.understood] : []))
  const corrected = new Map(
    found
      .toReversed()
      .flatMap((understood) => understood?.corrected ?? [])
      .map((correction) => [correction.typed, correction]),
  )
  const [first, ...others] = found.map((understood) => understood?.dropped ?? [])
  const dropped = (first ?? []).filter((word) => others.every((words) => words.includes(word)))
  return { corrected: [...corrected.values()], dropped }
}

/** Splits a text into words, without case and accents. */
const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** A filter that words of the search became. */
export interface PartInForce {
  category: AnyCategory
  understood: Understood
  part: UnderstoodPart
}

/** Returns what the words became in any category. Several categories read a price, and one chip takes it away. */
export function partsOfAll(groups: readonly SearchGroup[]): PartInForce[] {
  const all = groups.flatMap(({ category, page }) => {
    const { understood } = page ?? {}
    return understood ? understood.parts.map((part) => ({ category, understood, part })) : []
  })
  const labels = all.map(({ category, part }) => partLabel(category, part))
  return all.filter((_, index) => labels.indexOf(labels[index] ?? '') === index)
}
