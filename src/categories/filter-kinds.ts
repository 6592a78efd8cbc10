import { campus } from '#campus/campus.ts'
import type { ChoiceValue } from './field-kinds.ts'

export interface FilterOption {
  /** The value in the URL. The text of a match is accepted too, in any case: "health science" is "Health Sciences". */
  readonly value: string
  /** The label in the filter panel. */
  readonly label: string
  /** The label among the active filters, if the usual one is not clear enough there, such as "3". */
  readonly chipLabel?: string
  /** The stored values that this option matches. */
  readonly matches: readonly ChoiceValue[]
  /** What students type for it in a search, in lower case. */
  readonly words?: readonly string[]
}

/** Returns options that use each stored value as both value and label. */
export const toFilterOptions = (values: readonly ChoiceValue[]): FilterOption[] =>
  values.map((value) => ({ value: String(value), label: String(value), matches: [value] }))

/** A quick filter like "Under $50", in the currency of the campus. */
export const underPrice = (amount: number) => ({
  get label() {
    return `Under ${campus.currency.symbol}${amount}`
  },
  parameters: { max_price: String(amount) },
})

/**
 * `choice` is a group of radio buttons; with none chosen it is "Any". `choices` is checkboxes, and a listing may match
 * any of them.
 */
export interface ChoiceFilter<FieldName extends string = string> {
  readonly kind: 'choice' | 'choices'
  readonly label: string
  readonly field: FieldName
  readonly options: readonly FilterOption[]
}

/** A checkbox. When ticked, it matches listings where an item of the list field contains the text, ignoring case. */
export interface ContainsFilter<FieldName extends string = string> {
  readonly kind: 'contains'
  readonly label: string
  readonly field: FieldName
  readonly text: string
  /** What students type for it in a search, in lower case. */
  readonly words?: readonly string[]
}

/** A checkbox. When ticked, it matches listings where the field's checkbox is ticked. */
export interface CheckedFilter<FieldName extends string = string> {
  readonly kind: 'checked'
  readonly label: string
  readonly field: FieldName
  readonly words?: readonly string[]
}

/**
 * A text box. `search` matches words and prefixes of words; `code` matches a whole code, ignoring case, spaces and
 * hyphens.
 */
export interface TextFilter<FieldName extends string = string> {
  readonly kind: 'search' | 'code'
  readonly label: string
  readonly field: FieldName
  readonly placeholder: string
}

/**
 * `term` matches listings whose period covers a term. `from` and `to` match those whose period is available around a
 * day.
 */
interface PeriodDateFilter {
  readonly kind: 'term' | 'from' | 'to'
  readonly label: string
}

/** Matches listings whose period is about that many months long. */
export interface MonthsFilter {
  readonly kind: 'months'
  readonly label: string
  readonly options: readonly number[]
}

/** A select of a campus, a way and minutes. It matches listings that are that near. */
export interface NearFilter<FieldName extends string = string> {
  readonly kind: 'near'
  readonly label: string
  readonly field: FieldName
}

/** A filter on the category's period instead of a field. */
type PeriodFilter = PeriodDateFilter | MonthsFilter

export type Filter<FieldName extends string = string> =
  | ChoiceFilter<FieldName>
  | ContainsFilter<FieldName>
  | CheckedFilter<FieldName>
  | TextFilter<FieldName>
  | NearFilter<FieldName>
  | PeriodFilter

/** A link above the results that sets these parameters, or a row of links, one for each of the next terms. */
export type QuickFilter<TermFilterName extends string = string> =
  | { readonly label: string; readonly parameters: Readonly<Record<string, string>> }
  | { readonly nextTerms: number; readonly parameter: TermFilterName }

/** Returns the parameters for the first and the last wanted day, if the category has filters for both. */
export function findDayParameters(filters: Readonly<Record<string, Filter>>) {
  const find = (kind: Filter['kind']) =>
    Object.keys(filters).find((name) => filters[name]?.kind === kind)
  const [from, to] = [find('from'), find('to')]
  return from !== undefined && to !== undefined ? { from, to } : undefined
}

export const isPeriodFilter = (filter: Filter): filter is PeriodFilter => !('field' in filter)
