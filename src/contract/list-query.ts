import { z } from 'zod'
import { campus } from '#campus/campus.ts'
import { parseTerm } from '#categories/academic-terms.ts'
import {
  coerceBoolean,
  coerceMoney,
  coerceNumber,
  coerceText,
  parseList,
} from '#categories/coercion.ts'
import { type ChoiceFilter, type Filter, findDayParameters } from '#categories/filter-kinds.ts'
import { type AnyCategory, perCategory } from '#categories/index.ts'
import { maxPrice } from '#categories/limits.ts'
import { formatNear, parseNearFilter } from '#categories/minutes.ts'
import { toCents } from '#categories/stored-listing.ts'
import { isStorableText } from '#categories/text-rules.ts'
import {
  type FilterCondition,
  type FilterValue,
  resolveOption,
  toFilterConditions,
} from './filter-conditions.ts'
import { defaultOrder, pageSize, type SortOrder, sortOrdersOf } from './list-parameters.ts'

/** The parsed parameters of a list request. */
export interface ListQuery {
  limit: number
  order: SortOrder
  cursor?: string | undefined
  q?: string | undefined
  /** Whether the words of `q` are searched for as they are typed. */
  isExact?: true | undefined
  minPriceCents?: number | undefined
  maxPriceCents?: number | undefined
  /** The conditions by parameter name. */
  conditions: Record<string, FilterCondition>
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
    const dollars = coerceMoney(value)
    return typeof dollars === 'number' ? Math.min(dollars, maxPriceLimit) : dollars
  }
  return parameter(coerce, z.number(message).min(0, message))
}

function text(name: string) {
  const maxLength = 200
  const schema = z
    .string(`${name} must be a text`)
    .max(maxLength, `${name} must be at most ${maxLength} characters`)
    .refine(isStorableText, `${name} contains a character we can't read`)
  return parameter(coerceText, schema)
}

function oneOf<Value extends string>(
  name: string,
  values: () => readonly Value[],
  coerce = coerceText,
) {
  return parameter(
    coerce,
    oneValue(values, () => `${name} must be one of: ${values().join(', ')}`),
  )
}

/** The values are read for each request and for the API's page, because the campus may change them after this file has loaded. */
const oneValue = <Value extends string>(values: () => readonly Value[], error: () => string) =>
  z
    .custom<Value>((value) => values().some((known) => known === value), { error })
    .meta({
      get enum() {
        return [...values()]
      },
    })

function coerceOption(filter: ChoiceFilter, value: unknown): unknown {
  const text = coerceText(value)
  return typeof text === 'string' ? resolveOption(filter, text) : text
}

/** Parses values that are given several times, or once with commas. */
function choices(name: string, filter: ChoiceFilter) {
  const values = () => filter.options.map(({ value }) => value)
  const coerce: Coerce = (value) => {
    const options = parseList(value)
      .map((item) => coerceOption(filter, item))
      .filter((option) => option !== undefined)
    // A list longer than the options has an unknown one, and one unknown option is enough to refuse the request.
    return [...new Set(options)].slice(0, filter.options.length + 1)
  }
  return parameter(
    coerce,
    z.array(oneValue(values, () => `${name} must be one or more of: ${values().join(', ')}`)),
  )
}

const day = (name: string) =>
  parameter(coerceText, z.iso.date(`${name} must be a real date, like 2027-01-31`))

function term(name: string) {
  const error = () => `${name} must be a year and a term, like 2027-${campus.terms[0]?.id}`
  const coerce: Coerce = (value) => {
    const text = coerceText(value)
    return typeof text === 'string' ? (parseTerm(text)?.id ?? text) : text
  }
  return parameter(
    coerce,
    z.string({ error }).refine((id) => parseTerm(id) !== undefined, { error }),
  )
}

function near(name: string) {
  const error = () => {
    const example = `${campus.places[0]?.id ?? 'campus'}-15`
    return `${name} must be a campus and minutes, like ${example} or ${example}-bus`
  }
  const coerce: Coerce = (value) => {
    const text = coerceText(value)
    const parsed = typeof text === 'string' ? parseNearFilter(text) : undefined
    return parsed ? formatNear(parsed) : text
  }
  return parameter(
    coerce,
    z.string({ error }).refine((text) => parseNearFilter(text) !== undefined, { error }),
  )
}

function filterParameter(name: string, filter: Filter): z.ZodType<FilterValue | undefined> {
  switch (filter.kind) {
    case 'choice':
      return oneOf(
        name,
        () => filter.options.map(({ value }) => value),
        (value) => coerceOption(filter, value),
      )
    case 'choices':
      return choices(name, filter)
    case 'contains':
    case 'checked':
      return parameter(coerceBoolean, z.boolean(`${name} must be 1 or 0`))
    case 'search':
    case 'code':
      return text(name)
    case 'near':
      return near(name)
    case 'term':
      return term(name)
    case 'from':
    case 'to':
      return day(name)
    case 'months':
      return oneOf(
        name,
        () => filter.options.map(String),
        (value) => coerceText(String(value ?? '')),
      )
  }
}

const commonShape = {
  limit: limit(),
  cursor: text('cursor'),
  q: text('q'),
  exact: parameter(coerceBoolean, z.boolean('exact must be 1 or 0')),
  min_price: price('min_price'),
  max_price: price('max_price'),
}

/** The parameters in a fixed order, for normalized URLs. */
export const listParameterNames = perCategory(({ filters }) => [
  ...Object.keys(filters),
  ...Object.keys(commonShape),
  'order',
])

/** Checks the order of the two days of a period, each of which has its own parameter. */
function dayOrderChecks({ filters }: AnyCategory) {
  const days = findDayParameters(filters)
  if (!days) return []
  const message = `${days.to} must not be before ${days.from}`
  const isInOrder = ({ [days.from]: from, [days.to]: to }: Record<string, unknown>) =>
    typeof from !== 'string' || typeof to !== 'string' || to >= from
  return [z.refine<Record<string, unknown>>(isInOrder, { path: [days.to], message })]
}

function querySchema(category: AnyCategory): z.ZodType<ListQuery> {
  const filterShape = Object.fromEntries(
    Object.entries(category.filters).map(([name, filter]) => [name, filterParameter(name, filter)]),
  )
  const order = oneOf('order', () => sortOrdersOf(category).map(({ value }) => value))
  const shape = z.object({ ...filterShape, ...commonShape, order })
  return shape.check(...dayOrderChecks(category)).transform((parsed) => ({
    limit: parsed.limit ?? pageSize.default,
    order: parsed.order ?? defaultOrder,
    cursor: parsed.cursor,
    q: parsed.q,
    ...(parsed.exact && { isExact: true as const }),
    minPriceCents: parsed.min_price === undefined ? undefined : toCents(parsed.min_price),
    maxPriceCents: parsed.max_price === undefined ? undefined : toCents(parsed.max_price),
    conditions: toFilterConditions(category.filters, parsed as Record<string, FilterValue>),
  }))
}

/** The query schema of each category's list. It ignores unknown parameters and rejects malformed ones. */
export const listQuery = perCategory(querySchema)
