import type { CategoryDefinition } from '#categories/define-category.ts'
import type { CheckboxField, Field } from '#categories/field-kinds.ts'
import { emptyValue, hyphenatedName } from '#categories/listing-values.ts'

/**
 * A field's value while editing: text as typed (codes with commas), a checkbox, or the checked options of a list. A question
 * that may be left open is a text: "true", "false" or "".
 */
export type FormValue = string | boolean | string[]

/** By API name, in the order of the form. */
export interface FormValues {
  /** URLs, those of local previews until the photos are uploaded. */
  photos: string[]
  [field: string]: FormValue
}

type Values = Readonly<Record<string, unknown>>

const toList = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

const toText = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** A listing that was posted through the API may leave open where the form starts with a value. It stays open. */
function toAnswer({ formStart }: CheckboxField, value: unknown): FormValue {
  if (value === null || value === '') return ''
  if (formStart !== undefined) return typeof value === 'boolean' ? value : formStart
  return ['true', 'false'].includes(String(value)) ? String(value) : ''
}

function toFormValue(name: string, field: Field, values: Values): FormValue {
  const value = values[name]
  if (field.kind === 'checkbox') return toAnswer(field, value)
  if (field.kind === 'list') return toList(value)
  if (field.kind === 'codes') {
    // A draft of an older version has only the first.
    return Array.isArray(value) ? value.join(', ') : toText(value ?? values[field.firstCodeName])
  }
  if (field.kind === 'isbn') return toText(values[hyphenatedName(name)] ?? value)
  const text = toText(value) || toText(emptyValue(field))
  // An option that was removed since has to be chosen again.
  const isRemoved = field.kind === 'choice' && !field.options.map(String).includes(text)
  return isRemoved ? '' : text
}

/** From a listing or a draft; fields that it lacks are blank or have their default, as in a draft of an older version. */
export function toFormValues({ fields }: CategoryDefinition, source: object): FormValues {
  const values: Values = { ...source }
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    toFormValue(name, field, values),
  ])
  return { photos: toList(values.photos), ...Object.fromEntries(entries) }
}

export const emptyValues = (category: CategoryDefinition) => toFormValues(category, {})

/** Whether nobody has filled the field in. */
export const isUnfilled = (name: string, field: Field, values: FormValues): boolean =>
  String(values[name]) === String(toFormValue(name, field, {}))
