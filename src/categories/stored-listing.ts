import type { CategoryDefinition } from './define-category.ts'
import { emptyValue, type FieldValues } from './listing-values.ts'

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

/** A field added to the definition after the listing was stored has its empty value. */
export function fromStoredListing<Definition extends CategoryDefinition>(
  { apiNames, fields }: Definition,
  stored: StoredListing,
): FieldValues<Definition> & { photos: string[] } {
  const values: Record<string, unknown> = {
    [apiNames.title]: stored.title,
    [apiNames.price]: stored.price_cents / 100,
    description: stored.description || null,
    photos: stored.photos,
  }
  for (const [name, field] of Object.entries(fields)) {
    values[name] ??= stored.details[name] ?? emptyValue(field)
  }
  return values as FieldValues<Definition> & { photos: string[] }
}
