import { z } from 'zod'
import { categories } from '#categories/index.ts'
import { isStorableText } from '#categories/text-rules.ts'
import { searchFrequencies } from './saved-rules.ts'

const category = z.enum(categories.map(({ id }) => id))
const frequency = z.enum(searchFrequencies)

/** More than a query with a long text in every parameter has. */
const maxQueryLength = 4_000

/** The query is that of a browse page; order and page are left out. */
export const saveSearchBody = z.object({
  category,
  query: z
    .string('query must be a text')
    .max(maxQueryLength, `query must be at most ${maxQueryLength} characters`)
    .refine(isStorableText, "query contains a character we can't read")
    .default(''),
  frequency: frequency.default('daily'),
})

/** Also says that the student is still looking, which ends a pause. */
export const changeSavedSearchBody = z.object({ frequency })

export const savedSearch = z.object({
  id: z.int(),
  category,
  /** In one form for equal searches. */
  query: z.string(),
  /** What it looks for, in words. */
  label: z.string(),
  frequency,
  created_at: z.iso.datetime(),
  /** While it waits for the student to say that they are still looking. */
  paused_at: z.iso.datetime().nullable(),
})

/** The last saved first. */
export const savedSearchesResponse = z.object({ results: z.array(savedSearch) })

export type SaveSearch = z.input<typeof saveSearchBody>
export type ChangeSavedSearch = z.infer<typeof changeSavedSearchBody>
export type SavedSearch = z.infer<typeof savedSearch>
export type SavedSearches = z.infer<typeof savedSearchesResponse>
