import { campus } from '#campus/campus.ts'
import type { CampusPlace } from '#campus/campus-settings.ts'
import type { CategoryDefinition } from '#categories/define-category.ts'
import type { Field } from '#categories/field-kinds.ts'
import {
  addressField,
  estimateName,
  hyphenatedName,
  resolveField,
} from '#categories/listing-values.ts'
import {
  describeMinutes,
  describeNear,
  estimateRule,
  isMinutes,
  parseNear,
  ways,
} from '#categories/minutes.ts'
import { readPeriod } from '#categories/periods.ts'
import { capitalize, formatDate, formatPrice } from '#format/format.ts'
import { noEndDate } from '#format/format-period.ts'
import { categoryOf, fieldValues, type ListingContent, type ListingFacts } from './listing.ts'

export interface DetailRow {
  name: string
  label: string
  value: string
  /** How we computed a part of the value. */
  rule?: string
  /** Where readers can check the value. */
  link?: { label: string; href: string }
}

/** Returns the details list of a listing's page. It leaves out blank fields, but says if the end of a period is unknown. */
export function detailRows(listing: ListingContent): DetailRow[] {
  const category: CategoryDefinition = categoryOf(listing)
  const values = fieldValues(listing)
  const unknownEnd = isEndUnknown(listing) && category.period?.to
  return Object.entries(category.fields).flatMap(([name, field]): DetailRow[] => {
    if (field.kind === 'minutes') return minutesRows(listing, name)
    const { detailLabel: label } = resolveField(field, values)
    const shown = (field.kind === 'isbn' && values[hyphenatedName(name)]) || values[name]
    const value = name === unknownEnd ? noEndDate : formatFieldValue(field, shown)
    return label && value ? [{ name, label, value }] : []
  })
}

/** Returns what the seller says about each campus of the settings: "under 15 min walk, under 10 min by bus". */
export function describeSaidMinutes(minutes: unknown) {
  const said = isMinutes(minutes) ? minutes : {}
  return campus.places.flatMap((place) => {
    const texts = ways.flatMap((way) => {
      const step = said[place.id]?.[way]
      return step === undefined ? [] : describeMinutes({ way, step })
    })
    return texts.length > 0 ? [{ place, text: texts.join(', ') }] : []
  })
}

/**
 * Returns a row for each campus, with what the seller says, the estimate, and a link to the way on a map. Readers who are
 * told no minutes can still follow the link.
 */
function minutesRows({ category, details }: ListingFacts, name: string): DetailRow[] {
  const address = details[addressField(categoryOf({ category })) ?? '']
  const estimates = details[estimateName(name)] as Record<string, number> | undefined
  const said = describeSaidMinutes(details[name])
  return campus.places.flatMap((place) => {
    const about = estimates?.[place.id]
    const texts = [
      said.find((row) => row.place === place)?.text ?? [],
      about === undefined ? [] : describeMinutes({ way: 'walk', step: 0, about }),
    ].flat()
    const link = typeof address === 'string' && {
      label: 'See the route on a map',
      href: directionsUrl(address, place),
    }
    if (texts.length === 0 && !link) return []
    return {
      name: `${name} ${place.id}`,
      label: `To ${place.name}`,
      value: capitalize(texts.join(' · ')),
      ...(about !== undefined && { rule: estimateRule }),
      ...(link && { link }),
    }
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
  if (field.kind === 'choice') return field.detailValues?.[String(value)] ?? String(value)
  if (field.kind === 'money') {
    return value === 0 && field.zeroText ? field.zeroText : formatPrice(Number(value))
  }
  if (field.kind === 'near') {
    const near = parseNear(String(value))
    return near ? describeNear(near) : ''
  }
  if (field.kind === 'date') return formatDate(String(value))
  if ('format' in field && field.format) return field.format(String(value))
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/**
 * Returns the address of a page that shows the way on a map. It is given the address as text, because the server may not
 * know its coordinates.
 */
function directionsUrl(address: string, { latitude, longitude }: CampusPlace): string {
  const query = new URLSearchParams({
    engine: 'fossgis_osrm_foot',
    from: address,
    to: `${latitude},${longitude}`,
  })
  return `https://www.openstreetmap.org/directions?${query}`
}
