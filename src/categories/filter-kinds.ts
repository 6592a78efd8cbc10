import type { ChoiceValue } from './field-kinds.ts'

export interface FilterOption {
  /** In the URL. A matched text is accepted too, and case does not count: "health science" is "Health Sciences". */
  readonly value: string
  /** In the filter panel. */
  readonly label: string
  /** Among the active filters, where the label alone is not enough, as "3". */
  readonly chipLabel?: string
  /** The stored values it matches. */
  readonly matches: readonly ChoiceValue[]
}

/** Options whose value and label are the stored value. */
export const toFilterOptions = (values: readonly ChoiceValue[]): FilterOption[] =>
  values.map((value) => ({ value: String(value), label: String(value), matches: [value] }))

/** `choice` is radio buttons, of which none chosen is "Any"; `choices` is checkboxes, of which any may match. */
export interface ChoiceFilter<FieldName extends string = string> {
  readonly kind: 'choice' | 'choices'
  readonly label: string
  readonly field: FieldName
  readonly options: readonly FilterOption[]
}

/** A checkbox; ticked, it matches listings where an item of the list field contains the text, ignoring case. */
export interface ContainsFilter<FieldName extends string = string> {
  readonly kind: 'contains'
  readonly label: string
  readonly field: FieldName
  readonly text: string
}

/** A checkbox; ticked, it matches listings where the checkbox of the field is ticked. */
export interface CheckedFilter<FieldName extends string = string> {
  readonly kind: 'checked'
  readonly label: string
  readonly field: FieldName
}

/** A text box: `search` matches words and word prefixes, `code` a whole code, ignoring case, spaces and hyphens. */
export interface TextFilter<FieldName extends string = string> {
  readonly kind: 'search' | 'code'
  readonly label: string
  readonly field: FieldName
  readonly placeholder: string
}

/**
 * Filters of the category's period: `term` matches those that cover a term, `from` and `to` those that are there
 * around a day, `months` those of about that length.
 */
export interface PeriodFilter {
  readonly kind: 'term' | 'from' | 'to'
  readonly label: string
}

export interface MonthsFilter {
  readonly kind: 'months'
  readonly label: string
  readonly options: readonly number[]
}

export type Filter<FieldName extends string = string> =
  | ChoiceFilter<FieldName>
  | ContainsFilter<FieldName>
  | CheckedFilter<FieldName>
  | TextFilter<FieldName>
  | PeriodFilter
  | MonthsFilter

/** A link above the results that sets these parameters, or one for each of the next terms. */
export type QuickFilter<TermFilterName extends string = string> =
  | { readonly label: string; readonly parameters: Readonly<Record<string, string>> }
  | { readonly nextTerms: number; readonly parameter: TermFilterName }

/** The parameters of the first and the last day that a period is wanted for, if there are filters of both. */
export function findDayParameters(filters: Readonly<Record<string, Filter>>) {
  const find = (kind: Filter['kind']) =>
    Object.keys(filters).find((name) => filters[name]?.kind === kind)
  const [from, to] = [find('from'), find('to')]
  return from !== undefined && to !== undefined ? { from, to } : undefined
}

/** Whether it is one of the category's period, and not of a field. */
export const isPeriodFilter = (filter: Filter): filter is PeriodFilter | MonthsFilter =>
  !('field' in filter)
