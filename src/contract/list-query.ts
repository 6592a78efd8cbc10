import { z } from 'zod'
import type { Filter } from '#categories/define-category.ts'
import { type AnyCategory, perCategory } from '#categories/index.ts'
import { highestPrice } from '#categories/limits.ts'
import { isStorable, readCheckbox, readNumber, readText } from '#categories/readings.ts'
import { toCents } from '#categories/stored-listing.ts'
import { type Condition, conditionsFor, optionFor } from './conditions.ts'
import { type Order, orders, pageSize } from './list-parameters.ts'

/** A list request, understood. */
export interface ListQuery {
  limit: number
  order: Order
  cursor?: string | undefined
  q?: string | undefined
  minPriceCents?: number | undefined
  maxPriceCents?: number | undefined
  conditions: Condition[]
}

type Read = (value: unknown) => unknown

/** A parameter given without a value is as good as absent. */
const parameter = <Value>(read: Read, check: z.ZodType<Value>) =>
  z.preprocess((value) => read(value) ?? undefined, check.optional()).optional()

function limit() {
  const sentence = `limit must be a whole number from 1 to ${pageSize.most}`
  return parameter(readNumber, z.int(sentence).min(1, sentence).max(pageSize.most, sentence))
}

/** Past the highest price there can be, every limit means the same. */
const beyondAnyPrice = highestPrice + 1

function price(name: string) {
  const sentence = `${name} must be a number, 0 or more`
  const read: Read = (value) => {
    const dollars = readNumber(value)
    return typeof dollars === 'number' ? Math.min(dollars, beyondAnyPrice) : dollars
  }
  return parameter(read, z.number(sentence).min(0, sentence))
}

function text(name: string) {
  const longest = 200
  const check = z
    .string(`${name} must be a text`)
    .max(longest, `${name} must be at most ${longest} characters`)
    .refine(isStorable, `${name} contains a character that is not text`)
  return parameter(readText, check)
}

function oneOf<Value extends string>(name: string, values: readonly Value[], read = readText) {
  return parameter(read, z.literal(values, `${name} must be one of: ${values.join(', ')}`))
}

function filterParameter(name: string, filter: Filter): z.ZodType<string | boolean | undefined> {
  switch (filter.kind) {
    case 'choice': {
      const values = filter.options.map(({ value }) => value)
      return oneOf(name, values, (value) => {
        const given = readText(value)
        return typeof given === 'string' ? optionFor(filter, given) : given
      })
    }
    case 'mention':
      return parameter(readCheckbox, z.boolean(`${name} must be 1 or 0`))
    case 'words':
    case 'code':
      return text(name)
  }
}

const commonShape = {
  limit: limit(),
  order: oneOf(
    'order',
    orders.map(({ value }) => value),
  ),
  cursor: text('cursor'),
  q: text('q'),
  min_price: price('min_price'),
  max_price: price('max_price'),
}

/** The names of a list's parameters, in one order. */
export const listParameters = perCategory(({ filters }) => [
  ...Object.keys(filters),
  ...Object.keys(commonShape),
])

function querySchema(category: AnyCategory): z.ZodType<ListQuery> {
  const filterShape = Object.fromEntries(
    Object.entries(category.filters).map(([name, filter]) => [name, filterParameter(name, filter)]),
  )
  return z.object({ ...filterShape, ...commonShape }).transform((given) => ({
    limit: given.limit ?? pageSize.normal,
    order: given.order ?? orders[0].value,
    cursor: given.cursor,
    q: given.q,
    minPriceCents: given.min_price === undefined ? undefined : toCents(given.min_price),
    maxPriceCents: given.max_price === undefined ? undefined : toCents(given.max_price),
    conditions: conditionsFor(category.filters, given),
  }))
}

/** The parameters of a category's list; unknown ones are ignored, a malformed one is named. */
export const listQuery = perCategory(querySchema)
