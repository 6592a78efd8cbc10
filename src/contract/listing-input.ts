import { z } from 'zod'
import type { CategoryDefinition } from '#categories/define-category.ts'
import { type CategoryId, perCategory } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { inputShapes } from '#categories/schemas.ts'
import { photosInput } from './listing-photos.ts'

type Values = Record<string, unknown>

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** Runs beside the other fields' checks, so that every wrong field is named at once. */
const requiredWhile = (name: string, ticked: string) =>
  z.refine<Values>((values) => !(values[ticked] === true && values[name] === null), {
    path: [name],
    message: 'Field required',
    when: ({ value }) => isObject(value),
  })

function conditions({ fields }: CategoryDefinition) {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'number' && field.when ? [requiredWhile(name, field.when.field)] : [],
  )
}

/** The body of POST, and of PUT once `withKeptValues` has completed it. */
export const listingInput = perCategory((category) =>
  z.object({ ...inputShapes[category.id], photos: photosInput }).check(...conditions(category)),
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
