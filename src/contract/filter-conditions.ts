import { parseTerm } from '#categories/academic-terms.ts'
import type { ChoiceValue } from '#categories/field-kinds.ts'
import type { ChoiceFilter, Filter } from '#categories/filter-kinds.ts'
import { parseNearFilter, type Way } from '#categories/minutes.ts'

/** The condition that an active filter sets for a stored field or the category's period. */
export type FilterCondition =
  /** The field is one of the values. */
  | { kind: 'choice'; field: string; values: readonly ChoiceValue[] }
  /** An item of the list field contains the text, ignoring case. */
  | { kind: 'contains'; field: string; text: string }
  /** Each word of the text is a word of the field, or the beginning of one. */
  | { kind: 'search'; field: string; text: string }
  /** The field, or one of its items, equals one of the texts, in upper case without spaces and hyphens. */
  | { kind: 'code'; field: string; texts: readonly string[] }
  /** The campus is under so many minutes away. */
  | { kind: 'near'; field: string; placeId: string; way: Way; minutes: number; orUnsaid?: true }
  /** The period covers the academic term, or has an open end and begins on the term's last day at the latest. */
  | { kind: 'term'; id: string; last: string }
  /** Nobody has given the end of the period, which begins on this day at the latest. Close matches ask for it. */
  | { kind: 'unknownEnd'; latestFirst: string }
  /** The period has begun about this day, and has not ended before it. */
  | { kind: 'from'; day: string }
  /** The period is known to last until about this day, and does not begin after it. */
  | { kind: 'to'; day: string }
  /** The period lasts about this many months. */
  | { kind: 'months'; months: number }

/** The value of a filter in a request: a text, a ticked checkbox or several choices. */
export type FilterValue = string | boolean | readonly string[]

/** Returns the value of the option that has this value or matches this text, or undefined for "Any". */
export function resolveOption({ options }: ChoiceFilter, text: string): string | undefined {
  const wanted = text.toLowerCase()
  if (wanted === 'any') return undefined
  const isWanted = (value: ChoiceValue) =>
    typeof value === 'string' && value.toLowerCase() === wanted
  return options.find(({ value, matches }) => [value, ...matches].some(isWanted))?.value ?? text
}

/** Whether a filter is in force. A missing parameter, an unticked checkbox or an empty choice is not. */
export const isActive = (value: FilterValue | undefined): value is FilterValue =>
  value !== undefined && value !== false && (!Array.isArray(value) || value.length > 0)

/** Returns the conditions of all active filters, by parameter. */
export function toFilterConditions(
  filters: Readonly<Record<string, Filter>>,
  parameters: Readonly<Record<string, FilterValue | undefined>>,
): Record<string, FilterCondition> {
  const conditions: Record<string, FilterCondition> = {}
  for (const [name, filter] of Object.entries(filters)) {
    const value = parameters[name]
    if (isActive(value)) conditions[name] = toFilterCondition(filter, value)
  }
  return conditions
}

export function toFilterCondition(filter: Filter, value: FilterValue): FilterCondition {
  const text = String(value)
  switch (filter.kind) {
    case 'choice':
    case 'choices': {
      const chosen = [value].flat().map(String)
      const options = filter.options.filter((option) => chosen.includes(option.value))
      return {
        kind: 'choice',
        field: filter.field,
        values: options.flatMap(({ matches }) => matches),
      }
    }
    case 'checked':
      return { kind: 'choice', field: filter.field, values: [true] }
    case 'contains':
      return { kind: 'contains', field: filter.field, text: filter.text }
    case 'search':
      return { kind: 'search', field: filter.field, text }
    case 'code':
      return { kind: 'code', field: filter.field, texts: [value].flat().map(toPlainCode) }
    case 'near': {
      const near = parseNearFilter(text)
      if (!near) throw new Error(`There is no campus with minutes "${text}".`)
      const { place, way, minutes } = near
      return { kind: 'near', field: filter.field, placeId: place.id, way, minutes }
    }
    case 'term': {
      const term = parseTerm(text)
      if (!term) throw new Error(`There is no term "${text}".`)
      return { kind: 'term', id: term.id, last: term.last }
    }
    case 'from':
    case 'to':
      return { kind: filter.kind, day: text }
    case 'months':
      return { kind: 'months', months: Number(text) }
  }
}

/** Returns "MATH135" for "math 135". */
export const toPlainCode = (code: unknown): string =>
  String(code)
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
