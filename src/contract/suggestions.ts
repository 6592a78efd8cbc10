import { z } from 'zod'
import { isStorableText } from '#categories/text-rules.ts'
import { maxSuggestions, minSuggestLength } from './list-parameters.ts'

export const suggestionParameters = z.object({
  q: z
    .string('q must be a text')
    .trim()
    .min(minSuggestLength, `q must have at least ${minSuggestLength} characters`)
    .max(80, 'q must be at most 80 characters')
    .refine(isStorableText, "q contains a character we can't read"),
})

const suggestion = z.object({
  kind: z.enum(['category', 'filter', 'course', 'book', 'street', 'listing']),
  label: z.string(),
  /** What it leads to: "Textbooks", "3 copies". */
  detail: z.string(),
  /** The page it leads to. */
  path: z.string(),
})

export const suggestionsResponse = z.object({ results: z.array(suggestion).max(maxSuggestions) })

export type Suggestion = z.infer<typeof suggestion>
export type Suggestions = z.infer<typeof suggestionsResponse>
