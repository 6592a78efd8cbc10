import type { ChoiceFilter, ChoiceValue, Filter } from '#categories/define-category.ts'

/** What an active filter requires of a stored field. */
export type FilterCondition =
  /** The field is one of the values. */
  | { kind: 'choice'; field: string; values: readonly ChoiceValue[] }
  /** An item of the list field contains the text, ignoring case. */
  | { kind: 'contains'; field: string; text: string }
  /** Each word of the text is a word of the field, or the prefix of one. */
  | { kind: 'search'; field: string; text: string }
  /** The field equals the text, in upper case without spaces and hyphens. */
  | { kind: 'code'; field: string; text: string }

/** The value of the option that has this value or matches this text; undefined for "Any". */
export function resolveOption({ options }: ChoiceFilter, text: string): string | undefined {
  const wanted = text.toLowerCase()
  if (wanted === 'any') return undefined
  const isWanted = (value: ChoiceValue) =>
    typeof value === 'string' && value.toLowerCase() === wanted
  return options.find(({ value, matches }) => [value, ...matches].some(isWanted))?.value ?? text
}

/** The conditions of all active filters: a missing parameter or an unticked checkbox is inactive. */
export function toFilterConditions(
  filters: Readonly<Record<string, Filter>>,
  parameters: Readonly<Record<string, unknown>>,
): FilterCondition[] {
  return Object.entries(filters)
    .filter(([name]) => parameters[name] !== undefined && parameters[name] !== false)
    .map(([name, filter]) => toFilterCondition(filter, String(parameters[name])))
}

export function toFilterCondition(filter: Filter, text: string): FilterCondition {
  const { kind, field } = filter
  switch (kind) {
    case 'choice': {
      const option = filter.options.find(({ value }) => value === text)
      return { kind, field, values: option?.matches ?? [] }
    }
    case 'contains':
      return { kind, field, text: filter.text }
    case 'search':
      return { kind, field, text }
    case 'code':
      return { kind, field, text: text.toUpperCase().replace(/[\s-]/g, '') }
  }
}
