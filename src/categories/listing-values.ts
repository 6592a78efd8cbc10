import type { CategoryDefinition } from './define-category.ts'
import type { Field } from './field-kinds.ts'
import type { CategoryId, CategoryOf } from './index.ts'

type FilledValue<F extends Field> = F extends { kind: 'choice' }
  ? F['options'][number]
  : F extends { kind: 'number' | 'money' }
    ? number
    : F extends { kind: 'checkbox' }
      ? boolean
      : F extends { kind: 'list' | 'codes' }
        ? string[]
        : string

/** Fields that are never null once they are saved. */
type AlwaysFilled = { kind: 'list' | 'codes' } | { default: string | number }

/** A validated value; an optional one is null where nobody said it, unless it is a list or has a default. */
export type FieldValue<F extends Field> = F extends { required: true } | AlwaysFilled
  ? FilledValue<F>
  : FilledValue<F> | null

/** A category's own fields by API name. */
export type FieldValues<Definition extends CategoryDefinition> = {
  -readonly [Name in keyof Definition['fields']]: FieldValue<Definition['fields'][Name]>
}

/** A value as it is read: the row may be older than the field, or have an option that was removed since. */
type ReadValue<F extends Field> =
  | (F extends { kind: 'choice' } ? string | number : FilledValue<F>)
  | (F extends AlwaysFilled ? never : null)

/** A category's own fields as they are read. Title and price have columns, so they are always there. */
export type ReadValues<Definition extends CategoryDefinition> = {
  -readonly [Name in keyof Definition['fields']]: Name extends Definition['apiNames'][
    | 'title'
    | 'price']
    ? FieldValue<Definition['fields'][Name]>
    : ReadValue<Definition['fields'][Name]>
} & FirstCodes<Definition['fields']>

/** The first code of each list of codes, under a name of its own. */
type FirstCodes<Fields extends CategoryDefinition['fields']> = {
  -readonly [Name in keyof Fields as Fields[Name] extends {
    firstCodeName: infer First extends string
  }
    ? First
    : never]: string | null
}

/** The name under which the API has an ISBN with its hyphens, beside the digits. */
export const hyphenatedName = <Name extends string>(name: Name) => `${name}_hyphenated` as const

/** Each ISBN with its hyphens, which the server finds. */
export type HyphenatedIsbns<Definition extends CategoryDefinition> = {
  -readonly [Name in keyof Definition['fields'] & string as Definition['fields'][Name] extends {
    kind: 'isbn'
  }
    ? ReturnType<typeof hyphenatedName<Name>>
    : never]: string | null
}

/** A validated create or update: the category's fields and the photos every listing has. */
export type ListingInput<Id extends CategoryId = CategoryId> = Id extends CategoryId
  ? FieldValues<CategoryOf<Id>> & { photos: string[] }
  : never

/** The value of a field that was left blank. */
export function emptyValue(field: Field): null | [] | string | number {
  if (field.kind === 'list' || field.kind === 'codes') return []
  return 'default' in field && field.default !== undefined ? field.default : null
}

type Values = Readonly<Record<string, unknown>>

/** Whether it asks for a thing. A stored row may be older than the field that says so. */
export function isWanted({ fields, wantedWhen }: CategoryDefinition, values: Values): boolean {
  const field = wantedWhen && fields[wantedWhen.field]
  return field ? (values[wantedWhen.field] ?? emptyValue(field)) === wantedWhen.value : false
}

/** The fields and the values that follow from them. */
export function withDerived({ derived = {} }: CategoryDefinition, values: Values): Values {
  const entries = Object.entries(derived).map(([name, derive]) => [name, derive(values)])
  return { ...values, ...Object.fromEntries(entries) }
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
