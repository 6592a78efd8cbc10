import { campus } from '#campus/campus.ts'
import type { AcademicTerm } from '#categories/academic-terms.ts'
import type { Household } from '#categories/household.ts'
import type { ComparableCategory } from '#categories/index.ts'
import { describeMinutes, estimateRule, knownMinutes, ways } from '#categories/minutes.ts'
import { coversTerm, readPeriod } from '#categories/periods.ts'
import { describeHome, homeBedrooms, partyPrice, placeOf } from '#categories/rental/home.ts'
import { detailRows } from '#contract/detail-rows.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { formatPriceWithUnit } from '#contract/listing-fields.ts'
import { capitalize, formatPrice } from '#format/format.ts'
import { displayPeriod } from '../listing-display.ts'

export interface ComparisonContext {
  today: string
  /** The term that the reader looks for. */
  term?: AcademicTerm | undefined
  /** Who lives there, by the id of the listing. Undefined if the reader may not know. */
  households?: ReadonlyMap<number, Household | null> | undefined
}

/** The content of a cell. */
export interface ComparedFact {
  text: string
  /** A smaller line below the text, such as how it was computed. */
  note?: string | undefined
  /** How we computed a part of the text, for a line below the table. */
  rule?: string | undefined
  /** Whether it fits what the reader looks for. Undefined if they have not said. */
  fits?: boolean | undefined
}

/** A row of the table. `question` asks the seller for what a listing does not say. A row without it is always known. */
export interface ComparisonRow<L extends Listing = Listing> {
  label: string
  read: (listing: L, context: ComparisonContext) => ComparedFact | undefined
  question?: string
  /** Whether the reader sees the row. Without it, everybody does. */
  isShown?: (context: ComparisonContext) => boolean
}

type Rental = Listing<'rental'>

/** Returns the price for one person, if the listing says who shares what. */
function pricePerPerson(listing: Rental): ComparedFact | undefined {
  const { price, details } = listing
  if (price === 0 || details.is_cost_per_room === null) return undefined
  const bedrooms = homeBedrooms(details)
  const people = placeOf(details) === 'room' ? 1 : (bedrooms ?? 1)
  const total = people > 0 ? partyPrice(listing, people) : null
  if (total === null) return undefined
  const whole = formatPriceWithUnit(listing)
  const sharers = details.people_in_bedroom
  const perRoom = sharers > 1 ? `${whole}, ${sharers} people share it` : whole
  const perPlace = `${whole}, split between ${bedrooms} people, one per bedroom`
  const note = details.is_cost_per_room ? perRoom : perPlace
  return {
    text: formatPrice(total / people),
    note: (bedrooms ?? 1) === 1 && !details.is_cost_per_room ? whole : note,
  }
}

/** Returns when the place is available, and whether that covers the reader's term. */
function termFit(listing: Rental, { today, term }: ComparisonContext): ComparedFact | undefined {
  const period = readPeriod(categoryOf(listing), listing.details)
  const text = displayPeriod(listing, today)
  if (!period || !text || period.last === undefined) return undefined
  if (!term) return { text }
  const fits = coversTerm(period, term)
  return { text, fits, note: fits ? `Covers ${term.label}` : `Doesn't cover all of ${term.label}` }
}

/** Returns what the details list of the listing's page says about a field. */
const detail =
  (name: string) =>
  (listing: Rental): ComparedFact | undefined => {
    const row = detailRows(listing).find((each) => each.name === name)
    return row && { text: row.value }
  }

const minutesRows = (): ComparisonRow<Rental>[] =>
  campus.places.map((place) => ({
    label: `To ${place.name}`,
    read: ({ details }) => {
      const known = ways.flatMap(
        (way) => knownMinutes(details.minutes, details.minutes_about, place, way) ?? [],
      )
      if (known.length === 0) return undefined
      const isEstimated = known.some(({ about }) => about !== undefined)
      return {
        text: capitalize(known.map(describeMinutes).join(', ')),
        ...(isEstimated && { rule: estimateRule }),
      }
    },
    question: `How long does it take to ${place.name}?`,
  }))

const rentalRows = (): ComparisonRow<Rental>[] => [
  {
    label: 'Per person per month',
    read: pricePerPerson,
    question: 'How much is it per person per month?',
  },
  { label: 'When', read: termFit, question: 'Which dates could I stay?' },
  ...minutesRows(),
  { label: 'Home', read: ({ details }) => ({ text: describeHome(details) }) },
  {
    label: 'Housemates',
    isShown: ({ households }) => households !== undefined,
    read: ({ id }, { households }) => {
      const { housemates, studies } = households?.get(id) ?? {}
      if (typeof housemates !== 'number') return undefined
      return { text: String(housemates), ...(studies && { note: String(studies) }) }
    },
    question: 'How many housemates would I have?',
  },
  {
    label: 'Utilities',
    read: detail('is_utilities_included'),
    question: 'Are utilities included?',
  },
  { label: 'Deposit', read: detail('deposit'), question: 'Is there a deposit?' },
  { label: 'Laundry', read: detail('has_laundry'), question: 'Is there laundry?' },
  { label: 'Kitchen', read: detail('has_cooking'), question: 'Can I use a kitchen?' },
  { label: 'Parking', read: detail('has_parking'), question: 'Is there parking?' },
  { label: 'Smoking', read: detail('no_smoking'), question: 'Is smoking allowed?' },
  { label: 'Amenities', read: detail('amenities'), question: 'Is it furnished?' },
]

/** The rows of the table for each category whose listings can be compared. Campuses may change, so rows are functions. */
const rowsByCategory: {
  [Id in ComparableCategory['id']]: () => ComparisonRow<Listing<Id>>[]
} = { rental: rentalRows }

export const comparisonRows = ({ id }: ComparableCategory) =>
  rowsByCategory[id]() as unknown as ComparisonRow[]

/** Returns a message that asks the seller for everything that the listing does not say, or undefined if it says all. */
export function askForMissing(questions: readonly string[]): string | undefined {
  if (questions.length === 0) return undefined
  return `Hi! I'm comparing a few places. Could you tell me a bit more about yours? ${questions.join(' ')}`
}
