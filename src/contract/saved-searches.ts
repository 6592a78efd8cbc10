import { z } from 'zod'
import { categories } from '#categories/index.ts'
import { isStorableText } from '#categories/text-rules.ts'
import { searchFrequencies } from './saved-rules.ts'

const category = z.enum(categories.map(({ id }) => id))
const frequency = z.enum(searchFrequencies)

/** Longer than a query with a long text in every parameter. */
const maxQueryLength = 4_000

/** The query of a browse page. Order and page are ignored. */
export const saveSearchBody = z.object({
  category,
  query: z
    .string('query must be a text')
    .max(maxQueryLength, `query must be at most ${maxQueryLength} characters`)
    .refine(isStorableText, "query contains a character we can't read")
    .default(''),
  frequency: frequency.default('daily'),
})

/** A change also confirms that the student is still looking, which ends a pause. */
export const changeSavedSearchBody = z.object({ frequency })

export const savedSearch = z.object({
  id: z.int(),
  category,
  /** The normalized query: equal searches have equal texts. */
  query: z.string(),
  /** The search in words. */
  label: z.string(),
  frequency,
  created_at: z.iso.datetime(),
  /** Since when the search waits for the student to confirm that they are still looking. */
  paused_at: z.iso.datetime().nullable(),
})

/** The searches, most recently saved first. */
export const savedSearchesResponse = z.object({ results: z.array(savedSearch) })

export type SaveSearch = z.input<typeof saveSearchBody>
export type ChangeSavedSearch = z.infer<typeof changeSavedSearchBody>
export type SavedSearch = z.infer<typeof savedSearch>
export type SavedSearches = z.infer<typeof savedSearchesResponse>
