import type { CategoryDefinition, Field } from '#categories/define-category.ts'

/** A field's value while editing: text as typed, a checkbox, or the checked options of a list. */
type FormValue = string | boolean | string[]

/** By API name, in the order of the form. */
export interface FormValues {
  /** URLs, those of local previews until the photos are uploaded. */
  photos: string[]
  [field: string]: FormValue
}

const toList = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

function toFormValue(field: Field, value: unknown): FormValue {
  if (field.kind === 'checkbox') return value === true
  if (field.kind === 'list') return toList(value)
  const text = value === null || value === undefined ? '' : String(value)
  // An option that was removed since has to be chosen again.
  const isRemoved = field.kind === 'choice' && !field.options.map(String).includes(text)
  return isRemoved ? '' : text
}

/** From a listing or a draft; fields that it lacks are blank, as in a draft of an older version. */
export function toFormValues({ fields }: CategoryDefinition, source: object): FormValues {
  const values: Record<string, unknown> = { ...source }
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    toFormValue(field, values[name]),
  ])
  return { photos: toList(values.photos), ...Object.fromEntries(entries) }
}

export const emptyValues = (category: CategoryDefinition) => toFormValues(category, {})
