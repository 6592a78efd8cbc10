import type { CategoryDefinition, Field } from './define-category.ts'
import { emptyValue, type FieldValues } from './listing-values.ts'

/** How any listing is kept: common columns, and the category's own fields as one JSON object. */
export interface StoredListing {
  title: string
  price_cents: number
  /** Empty when there is none. */
  description: string
  details: Record<string, unknown>
  photos: string[]
}

export const toCents = (dollars: number): number => Math.round(dollars * 100)

export function toStored<Definition extends CategoryDefinition>(
  { wire }: Definition,
  input: FieldValues<Definition> & { photos: string[] },
): StoredListing {
  const {
    [wire.title]: title,
    [wire.price]: price,
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

/** A definition's fields, listed once: lists of listings ask for them again and again. */
const listedFields = new WeakMap<object, [name: string, field: Field][]>()

function fieldsOf({ fields }: CategoryDefinition) {
  const listed = listedFields.get(fields) ?? Object.entries(fields)
  listedFields.set(fields, listed)
  return listed
}

/** A field that was not stored, being newer than the listing, is empty. */
export function fromStored<Definition extends CategoryDefinition>(
  definition: Definition,
  stored: StoredListing,
): FieldValues<Definition> & { photos: string[] } {
  const { wire } = definition
  const values: Record<string, unknown> = {
    [wire.title]: stored.title,
    [wire.price]: stored.price_cents / 100,
    description: stored.description || null,
    photos: stored.photos,
  }
  for (const [name, field] of fieldsOf(definition)) {
    values[name] ??= stored.details[name] ?? emptyValue(field)
  }
  return values as FieldValues<Definition> & { photos: string[] }
}
