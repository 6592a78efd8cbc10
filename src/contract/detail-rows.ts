import type { CategoryDefinition } from '#categories/define-category.ts'
import type { Field } from '#categories/field-kinds.ts'
import { hyphenatedName, resolveField } from '#categories/listing-values.ts'
import { readPeriod } from '#categories/periods.ts'
import { formatDate, formatPrice } from '#format/format.ts'
import { noEndDate } from '#format/format-period.ts'
import { categoryOf, fieldValues, type ListingContent, type ListingFacts } from './listing.ts'

/** Returns the details list of a listing's page. It leaves out blank fields, but says if the end of a period is unknown. */
export function detailRows(listing: ListingContent) {
  const category: CategoryDefinition = categoryOf(listing)
  const values = fieldValues(listing)
  const unknownEnd = isEndUnknown(listing) && category.period?.to
  return Object.entries(category.fields).flatMap(([name, field]) => {
    const { detailLabel: label } = resolveField(field, values)
    const shown = (field.kind === 'isbn' && values[hyphenatedName(name)]) || values[name]
    const value = name === unknownEnd ? noEndDate : formatFieldValue(field, shown)
    return label && value ? [{ name, label, value }] : []
  })
}

function isEndUnknown(listing: ListingFacts): boolean {
  const period = readPeriod(categoryOf(listing), listing.details)
  return period !== undefined && period.last === undefined
}

function formatFieldValue(field: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (field.kind === 'number' && field.detailFrom && Number(value) < field.detailFrom) return ''
  if (field.kind === 'checkbox') {
    const { yes, no } = field.detailValues ?? { yes: 'Yes', no: 'No' }
    return value ? yes : no
  }
  if (field.kind === 'money') return formatPrice(Number(value))
  if (field.kind === 'date') return formatDate(String(value))
  if ('format' in field && field.format) return field.format(String(value))
  return Array.isArray(value) ? value.join(', ') : String(value)
}
