import { parseCourseCodes } from './course-codes.ts'
import { isDay } from './days.ts'
import type { CategoryDefinition } from './define-category.ts'
import type { CodesField, Field } from './field-kinds.ts'
import { emptyValue, estimateName, locationName } from './listing-values.ts'
import { estimateMinutes, isMinutes } from './minutes.ts'

export const toCents = (dollars: number): number => Math.round(dollars * 100)

/** Parses the column. Anything but an object gives an empty object. */
export function parseDetails(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : {}
}

/**
 * Returns a category's own fields as they are stored. A row may be older than the definition: a missing field, or one
 * whose value has the wrong kind now, reads as empty. An option that has been removed since is kept, because it still
 * describes the thing.
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
      if (field.kind === 'minutes') {
        details[estimateName(name)] = estimateMinutes(stored[locationName(field.from)])
      }
    }
  }
  return details
}

/** Reads codes from a row. An old row has one text, with more or longer codes than can be saved today. */
const readCodes = ({ maxItems, maxLength }: CodesField, value: unknown): string[] =>
  parseCourseCodes(value)
    .filter(isText)
    .slice(0, maxItems)
    .map((code) => code.slice(0, maxLength).toWellFormed().trim())

function isOfKind(field: Exclude<Field, CodesField>, value: unknown): boolean {
  switch (field.kind) {
    case 'text':
    case 'longtext':
    case 'isbn':
    case 'near':
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
    case 'minutes':
      return isMinutes(value)
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
