import type { AnyCategory } from '#categories/index.ts'
import type { Listing, ListingPage } from '#contract/listings.ts'
import { readListAnswer } from '#contract/loose-answers.ts'
import { shownPrice } from '../listing-words.ts'

/** A page of a list; an answer that is a bare array is the whole list. */
export function readListPage(category: AnyCategory, answer: unknown): ListingPage {
  const results = readListAnswer(answer) as unknown as Listing[]
  const given = (Array.isArray(answer) ? {} : (answer ?? {})) as Partial<ListingPage>
  const prices = results.map((listing) => shownPrice(category, listing))
  return {
    results,
    next: given.next ?? null,
    total: given.total ?? results.length,
    total_exact: given.total_exact ?? true,
    max_price: given.max_price ?? Math.max(0, ...prices),
  }
}
