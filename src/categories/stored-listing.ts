import type { CategoryDefinition, Field } from './define-category.ts'
import { emptyValue, type FieldValues, type ReadValues } from './listing-values.ts'

/** The columns of any listing: common ones, and the category's own fields as one JSON object. */
export interface StoredListing {
  title: string
  price_cents: number
  /** Empty when there is none. */
  description: string
  details: Record<string, unknown>
  photos: string[]
}

export const toCents = (dollars: number): number => Math.round(dollars * 100)

export function toStoredListing<Definition extends CategoryDefinition>(
  { apiNames }: Definition,
  input: FieldValues<Definition> & { photos: string[] },
): StoredListing {
  const {
    [apiNames.title]: title,
    [apiNames.price]: price,
    description,
    photos,
    ...details
  } = input as Record<string, unknown>
  return {
    title: title as string,
    price_cents: toCents(price as number),
    description: (description as string | null) ?? '',
    details,
    photos: photos as string[],
  }
}

/**
 * A row may be older than the definition: a field that it lacks, or whose value is of another kind by now, reads as empty.
 * An option that was removed since is kept, because it is still true of the thing.
 */
export function fromStoredListing<Definition extends CategoryDefinition>(
  { apiNames, fields }: Definition,
  stored: StoredListing,
): ReadValues<Definition> & { photos: string[] } {
  const values: Record<string, unknown> = {
    [apiNames.title]: stored.title,
    [apiNames.price]: stored.price_cents / 100,
    description: stored.description || null,
    photos: stored.photos,
  }
  for (const [name, field] of Object.entries(fields)) {
    if (name in values) continue
    const value = stored.details[name]
    values[name] = isOfKind(field, value) ? value : emptyValue(field)
  }
  return values as ReadValues<Definition> & { photos: string[] }
}

function isOfKind(field: Field, value: unknown): boolean {
  switch (field.kind) {
    case 'text':
    case 'longtext':
      return typeof value === 'string'
    case 'number':
    case 'money':
      return typeof value === 'number'
    case 'date':
      return typeof value === 'string' && isDay.test(value) && !Number.isNaN(Date.parse(value))
    case 'choice':
      return typeof value === 'string' || typeof value === 'number'
    case 'checkbox':
      return typeof value === 'boolean'
    case 'list':
      return Array.isArray(value) && value.every((item) => typeof item === 'string')
  }
}

const isDay = /^\d{4}-\d\d-\d\d$/
