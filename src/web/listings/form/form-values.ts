import type { CategoryDefinition, Field } from '#categories/define-category.ts'

/** A field's value while editing: text as typed, a checkbox, or the checked options of a list. */
export type FormValue = string | boolean | readonly string[]

export type FormValues = Readonly<Record<string, FormValue>>

function toFormValue(field: Field, value: unknown): FormValue {
  if (field.kind === 'checkbox') return value === true
  if (field.kind === 'list') return Array.isArray(value) ? value.map(String) : []
  return value === null || value === undefined ? '' : String(value)
}

/** From a listing or a draft; fields that it lacks are blank, as in a draft of an older version. */
export function toFormValues({ fields }: CategoryDefinition, source: object): FormValues {
  const values: Record<string, unknown> = { ...source }
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    toFormValue(field, values[name]),
  ])
  return Object.fromEntries(entries)
}

export const emptyValues = (category: CategoryDefinition) => toFormValues(category, {})

export const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
