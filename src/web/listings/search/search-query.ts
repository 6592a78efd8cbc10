import { queryOptions } from '@tanstack/react-query'
import { type AnyCategory, categories } from '#categories/index.ts'
import { foldText } from '#categories/text-rules.ts'
import type { ListPage } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import { listingTitle } from '#contract/wire-functions.ts'
import type { Api } from '../../queries/api.ts'
import { forCards } from '../cards/for-cards.ts'
import { listingKeys } from '../listing-queries.ts'

export interface SearchGroup {
  category: AnyCategory
  /** Null if its list could not be loaded. */
  page: ListPage | null
}

const maxPerCategory = 4

/** The first results of every category. One that fails leaves the others, unless all do. */
export const searchQuery = (api: Api, q: string) =>
  queryOptions({
    queryKey: [...listingKeys.lists, 'search', q],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ q, limit: String(maxPerCategory) })
      const pages = await Promise.allSettled(
        categories.map(({ id }) => api.get<ListPage>(apiPaths.list(id, query), signal)),
      )
      const [first] = pages
      if (first?.status === 'rejected' && pages.every(({ status }) => status === 'rejected')) {
        throw first.reason
      }
      return pages.map((page) => (page.status === 'fulfilled' ? forCards(page.value) : null))
    },
    select: (pages) => toGroups(pages, q),
  })

/** Whether there is a letter or a digit to search for: lists ignore anything else, and would find everything. */
export const isSearchable = (q: string) => /[\p{L}\p{N}]/u.test(q)

/** First the categories with a word of the search in a title: "bike" is also a room for one in many rentals. */
function toGroups(pages: readonly (ListPage | null)[], q: string): SearchGroup[] {
  const groups = categories.map((category, index) => ({ category, page: pages[index] ?? null }))
  const words = wordsOf(q)
  const isInTitle = ({ category, page }: SearchGroup) =>
    page?.results
      .flatMap((listing) => wordsOf(listingTitle(category, listing)))
      .some((titleWord) => words.some((word) => titleWord.startsWith(word)))
  return [...groups.filter(isInTitle), ...groups.filter((group) => !isInTitle(group))]
}

/** Without case and accents. */
const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
