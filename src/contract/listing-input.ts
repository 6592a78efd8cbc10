import { z } from 'zod'
import { inputShapes } from '#categories/category-schemas.ts'
import type { CategoryDefinition, Field } from '#categories/define-category.ts'
import { fieldRequiredMessage } from '#categories/field-schemas.ts'
import { type CategoryId, perCategory } from '#categories/index.ts'
import { type ListingInput, resolveField } from '#categories/listing-values.ts'
import { hasBidiControl } from '#categories/text-rules.ts'
import { photosInput } from './photo-schemas.ts'

type Values = Record<string, unknown>

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** Runs even when other fields are invalid (`when`), so that all errors are reported at once. */
const conditionallyRequired = (name: string, field: Field) =>
  z.refine<Values>((values) => values[name] !== null || !resolveField(field, values).required, {
    path: [name],
    message: fieldRequiredMessage,
    when: ({ value }) => isObject(value),
  })

/** Titles stand beside other text, as names do; a description has lines of its own. */
const noBidiControl = (name: string) =>
  z.refine<Values>(({ [name]: text }) => typeof text !== 'string' || !hasBidiControl(text), {
    path: [name],
    message: 'Contains a hidden character that changes the direction of text',
    when: ({ value }) => isObject(value),
  })

const checksOf = ({ fields, apiNames }: CategoryDefinition) => [
  ...Object.entries(fields).map(([name, field]) => conditionallyRequired(name, field)),
  noBidiControl(apiNames.title),
]

/** The body of POST, and of PUT after `mergeWithSaved`. */
export const listingInput = perCategory((category) =>
  z.object({ ...inputShapes[category.id], photos: photosInput }).check(...checksOf(category)),
) as { [Id in CategoryId]: z.ZodType<ListingInput<Id>> }

/** The body of a PUT, completed with the saved values of the optional fields it leaves out. */
export function mergeWithSaved(
  { fields }: CategoryDefinition,
  saved: object,
  body: unknown,
): unknown {
  if (!isObject(body)) return body
  const optional = Object.entries(fields).filter(([, field]) => !field.required)
  const savedValues = optional.map(([name]) => [name, (saved as Values)[name]])
  return { ...Object.fromEntries(savedValues), ...body }
}
