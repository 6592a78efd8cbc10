import type { ChoiceFilter, ChoiceValue, Filter } from '#categories/define-category.ts'

/** What a filter asks of a stored field. */
export type Condition =
  /** It is one of the values. */
  | { how: 'one-of'; field: string; values: readonly ChoiceValue[] }
  /** One of its entries contains the text, in any case. */
  | { how: 'mention'; field: string; text: string }
  /** Each word of the text is a word of it, or begins one. */
  | { how: 'words'; field: string; text: string }
  /** In upper case, without spaces and hyphens, it is the text. */
  | { how: 'code'; field: string; text: string }

/** The option that is meant by its value or by a text it finds; "Any" is none. */
export function optionFor({ options }: ChoiceFilter, text: string): string | undefined {
  const wanted = text.toLowerCase()
  if (wanted === 'any') return undefined
  const isWanted = (word: ChoiceValue) => typeof word === 'string' && word.toLowerCase() === wanted
  return options.find(({ value, finds }) => [value, ...finds].some(isWanted))?.value ?? text
}

/** A parameter that is absent, or whose box is unticked, asks nothing. */
export function conditionsFor(
  filters: Readonly<Record<string, Filter>>,
  given: Readonly<Record<string, unknown>>,
): Condition[] {
  return Object.entries(filters)
    .filter(([name]) => given[name] !== undefined && given[name] !== false)
    .map(([name, filter]) => conditionFor(filter, String(given[name])))
}

function conditionFor(filter: Filter, text: string): Condition {
  const { field } = filter
  switch (filter.kind) {
    case 'choice': {
      const chosen = filter.options.find(({ value }) => value === text)
      return { how: 'one-of', field, values: chosen?.finds ?? [] }
    }
    case 'mention':
      return { how: 'mention', field, text: filter.text }
    case 'words':
      return { how: 'words', field, text }
    case 'code':
      return { how: 'code', field, text: text.toUpperCase().replace(/[\s-]/g, '') }
  }
}
