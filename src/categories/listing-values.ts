import type { CategoryDefinition, Field } from './define-category.ts'
import type { CategoryId, CategoryOf } from './index.ts'

type FilledValue<F extends Field> = F extends { kind: 'choice' }
  ? F['options'][number]
  : F extends { kind: 'number' | 'money' }
    ? number
    : F extends { kind: 'checkbox' }
      ? boolean
      : F extends { kind: 'list' }
        ? string[]
        : string

/** A validated value; only an optional text, number, date or choice may be null. */
export type FieldValue<F extends Field> = F extends
  | { required: true }
  | { kind: 'checkbox' | 'list' }
  ? FilledValue<F>
  : FilledValue<F> | null

/** A category's own fields by API name. */
export type FieldValues<Definition extends CategoryDefinition> = {
  -readonly [Name in keyof Definition['fields']]: FieldValue<Definition['fields'][Name]>
}

/** A value as it is read: the row may be older than the field, or have an option that was removed since. */
type ReadValue<F extends Field> = F extends { kind: 'checkbox' | 'list' }
  ? FilledValue<F>
  : (F extends { kind: 'choice' } ? string | number : FilledValue<F>) | null

/** A category's own fields as they are read. Title and price have columns, so they are always there. */
export type ReadValues<Definition extends CategoryDefinition> = {
  -readonly [Name in keyof Definition['fields']]: Name extends Definition['apiNames'][
    | 'title'
    | 'price']
    ? FieldValue<Definition['fields'][Name]>
    : ReadValue<Definition['fields'][Name]>
}

/** A validated create or update: the category's fields and the photos every listing has. */
export type ListingInput<Id extends CategoryId = CategoryId> = Id extends CategoryId
  ? FieldValues<CategoryOf<Id>> & { photos: string[] }
  : never

/** The value of a field that was left blank. */
export function emptyValue(field: Field): null | false | [] {
  if (field.kind === 'checkbox') return false
  return field.kind === 'list' ? [] : null
}

/** A field's labels and whether it is required, given the values of the other fields. */
export function resolveField(field: Field, values: Readonly<Record<string, unknown>>) {
  const condition = field.kind === 'number' ? field.requiredWhen : undefined
  const active = condition && values[condition.field] === true ? condition : undefined
  return {
    label: active?.label ?? field.label,
    detailLabel: active?.detailLabel ?? field.detailLabel,
    required: field.required === true || active !== undefined,
  }
}
