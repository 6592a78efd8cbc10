import type { CategoryDefinition } from './define-category.ts'
import type { Field } from './field-kinds.ts'
import type { CategoryId, CategoryOf } from './index.ts'
import type { EstimatedMinutes, Minutes } from './minutes.ts'

type FilledValue<F extends Field> = F extends { kind: 'choice' }
  ? F['options'][number]
  : F extends { kind: 'number' | 'money' }
    ? number
    : F extends { kind: 'checkbox' }
      ? boolean
      : F extends { kind: 'list' | 'codes' }
        ? string[]
        : F extends { kind: 'minutes' }
          ? Minutes
          : string

/** Fields that are never null after saving. */
type AlwaysFilled = { kind: 'list' | 'codes' | 'minutes' } | { default: string | number }

/** A validated value. An optional field without an answer is null, unless it is a list or has a default. */
export type FieldValue<F extends Field> = F extends { required: true } | AlwaysFilled
  ? FilledValue<F>
  : FilledValue<F> | null

/** The values of a category's own fields, by API name. */
export type FieldValues<Definition extends CategoryDefinition> = {
  -readonly [Name in keyof Definition['fields']]: FieldValue<Definition['fields'][Name]>
}

/** A value as stored: the row may be older than the field, or hold an option that has been removed. */
type ReadValue<F extends Field> =
  | (F extends { kind: 'choice' } ? string | number : FilledValue<F>)
  | (F extends AlwaysFilled ? never : null)

/** The stored values of a category's own fields. Title and price have columns, so they are always present. */
export type ReadValues<Definition extends CategoryDefinition> = {
  -readonly [Name in keyof Definition['fields']]: Name extends Definition['apiNames'][
    | 'title'
    | 'price']
    ? FieldValue<Definition['fields'][Name]>
    : ReadValue<Definition['fields'][Name]>
} & FirstCodes<Definition['fields']> &
  Estimates<Definition['fields']>

/** The first code of each list of codes, under its own name. */
type FirstCodes<Fields extends CategoryDefinition['fields']> = {
  -readonly [Name in keyof Fields as Fields[Name] extends {
    firstCodeName: infer First extends string
  }
    ? First
    : never]: string | null
}

/** Returns the API name of the hyphenated ISBN, which is sent next to the plain digits. */
export const hyphenatedName = <Name extends string>(name: Name) => `${name}_hyphenated` as const

/** Returns the API name of the estimated minutes, which are sent next to those that the seller gives. */
export const estimateName = <Name extends string>(name: Name) => `${name}_about` as const

/** Returns the name under which a row has the coordinates of an address. Only the owner's export has them. */
export const locationName = (name: string) => `${name}_at`

/** Returns the field with the address that minutes are counted from, if the category has one. */
export function addressField({ fields }: CategoryDefinition): string | undefined {
  const minutes = Object.values<Field>(fields).find((field) => field.kind === 'minutes')
  return minutes?.kind === 'minutes' ? minutes.from : undefined
}

/** The estimates of the minutes, which the server adds. */
type Estimates<Fields extends CategoryDefinition['fields']> = {
  -readonly [Name in keyof Fields & string as Fields[Name] extends { kind: 'minutes' }
    ? ReturnType<typeof estimateName<Name>>
    : never]: EstimatedMinutes
}

/** Each ISBN with its hyphens, which the server adds. */
export type HyphenatedIsbns<Definition extends CategoryDefinition> = {
  -readonly [Name in keyof Definition['fields'] & string as Definition['fields'][Name] extends {
    kind: 'isbn'
  }
    ? ReturnType<typeof hyphenatedName<Name>>
    : never]: string | null
}

/** A validated create or update: the category's fields and the photos. */
export type ListingInput<Id extends CategoryId = CategoryId> = Id extends CategoryId
  ? FieldValues<CategoryOf<Id>> & { photos: string[] }
  : never

/** Returns the value of a field that was left blank. */
export function emptyValue(field: Field): null | [] | object | string | number {
  if (field.kind === 'list' || field.kind === 'codes') return []
  if (field.kind === 'minutes') return {}
  return 'default' in field && field.default !== undefined ? field.default : null
}

type Values = Readonly<Record<string, unknown>>

/** Whether the listing asks for a thing. A stored row may be older than the field that says so. */
export function isWanted({ fields, wantedWhen }: CategoryDefinition, values: Values): boolean {
  if (wantedWhen === 'always') return true
  const field = wantedWhen && fields[wantedWhen.field]
  return field ? (values[wantedWhen.field] ?? emptyValue(field)) === wantedWhen.value : false
}

/** Returns the fields together with the values derived from them. */
export function withDerived({ derived = {} }: CategoryDefinition, values: Values): Values {
  const entries = Object.entries(derived).map(([name, derive]) => [name, derive(values)])
  return { ...values, ...Object.fromEntries(entries) }
}

/** Returns a field's labels and whether it is required, given the values of the other fields. */
export function resolveField(field: Field, values: Readonly<Record<string, unknown>>) {
  const condition = field.kind === 'number' ? field.requiredWhen : undefined
  const active = condition && values[condition.field] === true ? condition : undefined
  return {
    label: active?.label ?? field.label,
    detailLabel: active?.detailLabel ?? field.detailLabel,
    required: field.required === true || active !== undefined,
  }
}
