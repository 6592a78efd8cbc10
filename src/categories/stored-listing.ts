import { parseCodes } from './codes.ts'
import { isDay } from './days.ts'
import type { CategoryDefinition } from './define-category.ts'
import type { CodesField, Field } from './field-kinds.ts'
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

/** The column as an object, whatever is in it. */
export function parseDetails(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : {}
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
    if (field.kind === 'codes') {
      const codes = readCodes(field, value ?? stored.details[field.firstCodeName])
      values[name] = codes
      values[field.firstCodeName] = codes[0] ?? null
    } else {
      values[name] = isOfKind(field, value) ? value : emptyValue(field)
    }
  }
  return values as ReadValues<Definition> & { photos: string[] }
}

/** A row from before the list has one text, with more or longer codes than can be saved by now. */
const readCodes = ({ maxItems, maxLength }: CodesField, value: unknown): string[] =>
  parseCodes(value)
    .filter(isText)
    .slice(0, maxItems)
    .map((code) => code.slice(0, maxLength).toWellFormed().trim())

function isOfKind(field: Exclude<Field, CodesField>, value: unknown): boolean {
  switch (field.kind) {
    case 'text':
    case 'longtext':
    case 'isbn':
      return isText(value)
    case 'number':
    case 'money':
      return Number.isFinite(value)
    case 'date':
      return isDay(value)
    case 'choice':
      return isText(value) || Number.isFinite(value)
    case 'checkbox':
      return typeof value === 'boolean'
    case 'list':
      return Array.isArray(value) && value.every(isText)
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
