import type { CategoryDefinition, Field } from './define-category.ts'
import type { CategoryId, CategoryOf } from './index.ts'

type Content<F extends Field> = F extends { kind: 'choice' }
  ? F['options'][number]
  : F extends { kind: 'number' | 'money' }
    ? number
    : F extends { kind: 'checkbox' }
      ? boolean
      : F extends { kind: 'list' }
        ? string[]
        : string

/** What a field holds once checked; only an optional text, number, date or choice may be null. */
export type FieldValue<F extends Field> = F extends
  | { required: true }
  | { kind: 'checkbox' | 'list' }
  ? Content<F>
  : Content<F> | null

/** A category's own fields under their wire names. */
export type FieldValues<Definition extends CategoryDefinition> = {
  -readonly [Name in keyof Definition['fields']]: FieldValue<Definition['fields'][Name]>
}

/** What a student posts: the category's fields and the photos every listing has. */
export type ListingInput<Id extends CategoryId = CategoryId> = Id extends CategoryId
  ? FieldValues<CategoryOf<Id>> & { photos: string[] }
  : never

/** What a field holds when nothing was given. */
export function emptyValue(field: Field): null | false | [] {
  if (field.kind === 'checkbox') return false
  return field.kind === 'list' ? [] : null
}

/** How a field is asked for and shown, given what the others hold. */
export function askedAs(field: Field, values: Readonly<Record<string, unknown>>) {
  const when = field.kind === 'number' ? field.when : undefined
  const other = when && values[when.field] === true ? when : undefined
  return {
    label: other?.label ?? field.label,
    detail: other?.detail ?? field.detail,
    required: field.required === true || other !== undefined,
  }
}
