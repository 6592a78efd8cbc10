import { z } from 'zod'
import { coerceBoolean, coerceNumber, coerceText } from '#categories/coercion.ts'
import type { Filter } from '#categories/define-category.ts'
import { type AnyCategory, perCategory } from '#categories/index.ts'
import { maxPrice } from '#categories/limits.ts'
import { toCents } from '#categories/stored-listing.ts'
import { isStorableText } from '#categories/text-rules.ts'
import { type FilterCondition, resolveOption, toFilterConditions } from './filter-conditions.ts'
import { pageSize, type SortOrder, sortOrders } from './list-parameters.ts'

/** The parsed parameters of a list request. */
export interface ListQuery {
  limit: number
  order: SortOrder
  cursor?: string | undefined
  q?: string | undefined
  minPriceCents?: number | undefined
  maxPriceCents?: number | undefined
  conditions: FilterCondition[]
}

type Coerce = (value: unknown) => unknown

/** A parameter with an empty value is treated as absent. */
const parameter = <Value>(coerce: Coerce, schema: z.ZodType<Value>) =>
  z.preprocess((value) => coerce(value) ?? undefined, schema.optional()).optional()

function limit() {
  const message = `limit must be a whole number from 1 to ${pageSize.max}`
  return parameter(coerceNumber, z.int(message).min(1, message).max(pageSize.max, message))
}

/** Larger limits are clamped to this, so that their cents fit a 32-bit integer column. */
const maxPriceLimit = maxPrice + 1

function price(name: string) {
  const message = `${name} must be a number, 0 or more`
  const coerce: Coerce = (value) => {
    const dollars = coerceNumber(value)
    return typeof dollars === 'number' ? Math.min(dollars, maxPriceLimit) : dollars
  }
  return parameter(coerce, z.number(message).min(0, message))
}

function text(name: string) {
  const maxLength = 200
  const schema = z
    .string(`${name} must be a text`)
    .max(maxLength, `${name} must be at most ${maxLength} characters`)
    .refine(isStorableText, `${name} contains a character that is not text`)
  return parameter(coerceText, schema)
}

function oneOf<Value extends string>(name: string, values: readonly Value[], coerce = coerceText) {
  return parameter(coerce, z.literal(values, `${name} must be one of: ${values.join(', ')}`))
}

function filterParameter(name: string, filter: Filter): z.ZodType<string | boolean | undefined> {
  switch (filter.kind) {
    case 'choice': {
      const values = filter.options.map(({ value }) => value)
      return oneOf(name, values, (value) => {
        const text = coerceText(value)
        return typeof text === 'string' ? resolveOption(filter, text) : text
      })
    }
    case 'contains':
      return parameter(coerceBoolean, z.boolean(`${name} must be 1 or 0`))
    case 'search':
    case 'code':
      return text(name)
  }
}

const commonShape = {
  limit: limit(),
  order: oneOf(
    'order',
    sortOrders.map(({ value }) => value),
  ),
  cursor: text('cursor'),
  q: text('q'),
  min_price: price('min_price'),
  max_price: price('max_price'),
}

/** In a fixed order, for normalized URLs. */
export const listParameterNames = perCategory(({ filters }) => [
  ...Object.keys(filters),
  ...Object.keys(commonShape),
])

function querySchema(category: AnyCategory): z.ZodType<ListQuery> {
  const filterShape = Object.fromEntries(
    Object.entries(category.filters).map(([name, filter]) => [name, filterParameter(name, filter)]),
  )
  return z.object({ ...filterShape, ...commonShape }).transform((parsed) => ({
    limit: parsed.limit ?? pageSize.default,
    order: parsed.order ?? sortOrders[0].value,
    cursor: parsed.cursor,
    q: parsed.q,
    minPriceCents: parsed.min_price === undefined ? undefined : toCents(parsed.min_price),
    maxPriceCents: parsed.max_price === undefined ? undefined : toCents(parsed.max_price),
    conditions: toFilterConditions(category.filters, parsed),
  }))
}

/** The query schema of each category's list: unknown parameters are ignored, malformed ones are errors. */
export const listQuery = perCategory(querySchema)
