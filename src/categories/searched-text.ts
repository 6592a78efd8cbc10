import type { CategoryDefinition } from './define-category.ts'

type Values = Readonly<Record<string, unknown>>

const joined = (values: Values, names: readonly string[]) =>
  names
    .map((name) => values[name])
    .filter((text) => typeof text === 'string')
    .join('\n')

/** What the search box looks through. */
export function searchedText({ search }: CategoryDefinition, values: Values): string {
  return joined(values, search.reads)
}
