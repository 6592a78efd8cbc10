import { parseCodes } from './codes.ts'
import { isDay } from './days.ts'
import type { CategoryDefinition } from './define-category.ts'
import type { CodesField, Field } from './field-kinds.ts'
import { emptyValue } from './listing-values.ts'

export const toCents = (dollars: number): number => Math.round(dollars * 100)

/** The column as an object, whatever is in it. */
export function parseDetails(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : {}
}

/**
 * A category's own fields as they are stored. A row may be older than the definition: a field that it lacks, or whose
 * value is of another kind by now, reads as empty. An option that was removed since is kept, because it is still true of
 * the thing.
 */
export function readDetails(
  { apiNames, fields }: CategoryDefinition,
  stored: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const details: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    if ([apiNames.title, apiNames.price, 'description'].includes(name)) continue
    const value = stored[name]
    if (field.kind === 'codes') {
      const codes = readCodes(field, value ?? stored[field.firstCodeName])
      details[name] = codes
      details[field.firstCodeName] = codes[0] ?? null
    } else {
      details[name] = isOfKind(field, value) ? value : emptyValue(field)
    }
  }
  return details
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
