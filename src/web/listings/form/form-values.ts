import type { CategoryDefinition, Field } from '#categories/define-category.ts'
import type { Listing } from '#contract/listings.ts'

/** What a field holds while it is being filled in: text as it was typed, ticks, or ticked entries. */
export type FormValue = string | boolean | readonly string[]

export type FormValues = Readonly<Record<string, FormValue>>

function asTyped(field: Field, value: unknown): FormValue {
  if (field.kind === 'checkbox') return value === true
  if (field.kind === 'list') return Array.isArray(value) ? value.map(String) : []
  return value === null || value === undefined ? '' : String(value)
}

function valuesFrom({ fields }: CategoryDefinition, source: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    asTyped(field, source[name]),
  ])
  return Object.fromEntries(entries) as FormValues
}

export const blankValues = (category: CategoryDefinition) => valuesFrom(category, {})

/** A saved listing as a form to be edited. */
export const valuesOfListing = (category: CategoryDefinition, listing: Listing) =>
  valuesFrom(category, { ...listing })

/** Values kept by an earlier version of the form: what it did not know is blank. */
export const valuesOfDraft = (category: CategoryDefinition, kept: object) =>
  valuesFrom(category, { ...kept })

export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other)
