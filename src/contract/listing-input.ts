import { z } from 'zod'
import type { CategoryDefinition, Field } from '#categories/define-category.ts'
import { fieldRequired } from '#categories/field-schemas.ts'
import { type CategoryId, perCategory } from '#categories/index.ts'
import { askedAs, type ListingInput } from '#categories/listing-values.ts'
import { inputShapes } from '#categories/schemas.ts'
import { photosInput } from './listing-photos.ts'

type Values = Record<string, unknown>

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** Runs beside the other fields' checks, so that every wrong field is named at once. */
const requiredAsAsked = (name: string, field: Field) =>
  z.refine<Values>((values) => values[name] !== null || !askedAs(field, values).required, {
    path: [name],
    message: fieldRequired,
    when: ({ value }) => isObject(value),
  })

const crossChecks = ({ fields }: CategoryDefinition) =>
  Object.entries(fields).map(([name, field]) => requiredAsAsked(name, field))

/** The body of POST, and of PUT once `withKeptValues` has completed it. */
export const listingInput = perCategory((category) =>
  z.object({ ...inputShapes[category.id], photos: photosInput }).check(...crossChecks(category)),
) as { [Id in CategoryId]: z.ZodType<ListingInput<Id>> }

/** An update's body: an optional field left out keeps the value it was saved with. */
export function withKeptValues(
  { fields }: CategoryDefinition,
  saved: object,
  body: unknown,
): unknown {
  if (!isObject(body)) return body
  const optional = Object.entries(fields).filter(([, field]) => !field.required)
  const kept = optional.map(([name]) => [name, (saved as Values)[name]])
  return { ...Object.fromEntries(kept), ...body }
}
