import type { CategoryDefinition, Field } from '#categories/define-category.ts'
import { askedAs } from '#categories/listing-values.ts'
import { formatDate } from './display.ts'
import type { Listing } from './listings.ts'

type Values = Readonly<Record<string, unknown>>

/** What every listing has, under whatever name its category gives it. */
export function titleOf({ wire }: CategoryDefinition, listing: Listing): string {
  return String((listing as Values)[wire.title])
}

export function priceOf({ wire }: CategoryDefinition, listing: Listing): number {
  return Number((listing as Values)[wire.price])
}

/** What the price is for, as "/room"; most categories need not say. */
export function priceUnitOf({ priceUnit }: CategoryDefinition, listing: Listing) {
  if (!priceUnit) return undefined
  return (listing as Values)[priceUnit.field] ? priceUnit.yes : priceUnit.no
}

export function postedAtOf({ wire }: CategoryDefinition, listing: Listing): string {
  return String((listing as Values)[wire.date])
}

export function inquirySubject(category: CategoryDefinition, listing: Listing): string {
  return `${category.messages.inquiry}: ${titleOf(category, listing)}`
}

/** The details list of a listing's page; what was left blank is left out. */
export function detailRows({ fields }: CategoryDefinition, listing: Listing) {
  const values: Values = listing
  return Object.entries(fields).flatMap(([name, field]) => {
    const { detail: label } = askedAs(field, values)
    const value = inWords(field, values[name])
    return label && value ? [{ name, label, value }] : []
  })
}

function inWords(field: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (field.kind === 'checkbox') {
    const words = field.words ?? { yes: 'Yes', no: 'No' }
    return value ? words.yes : words.no
  }
  if (field.kind === 'date') return formatDate(String(value))
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** What a card says of a ticked or unticked box, if anything. */
export function cardWord<Definition extends CategoryDefinition>(
  { fields }: Definition,
  listing: Listing,
  name: Extract<keyof Definition['fields'], string>,
): string | undefined {
  const field: Field | undefined = fields[name]
  if (field?.kind !== 'checkbox') return undefined
  return (listing as Values)[name] ? field.card?.yes : field.card?.no
}
