import { toFilterOptions } from '../filter-kinds.ts'

/** The options of both the form and the filter. */
export const houseTypes = ['Apartment', 'House', 'Bedroom', 'Basement'] as const

export const bedroomOptions = toFilterOptions([1, 2, 3, 4, 5]).map((option) => ({
  ...option,
  chipLabel: option.label === '1' ? '1 bedroom' : `${option.label} bedrooms`,
}))

/** The options of the filter by the bedrooms of a home. The last one has all larger homes. */
export const homeBedroomOptions = [
  ...bedroomOptions.slice(0, 4),
  {
    value: '5',
    label: '5+',
    chipLabel: '5 or more bedrooms',
    // A home has at most 20 other rooms and this one.
    matches: Array.from({ length: 17 }, (_, index) => 5 + index),
  },
]

/** The filter that "2 bedroom" in a search becomes. A room is one bedroom, whatever the home has. */
export const ownBedrooms = {
  kind: 'choice',
  label: 'Bedrooms for you',
  field: 'rented_bedrooms',
  options: homeBedroomOptions,
} as const

/** Filters that a search can set by its words. */
export const amenityFilters = {
  furnished: {
    kind: 'contains',
    label: 'Furnished',
    field: 'amenities',
    text: 'furnish',
    words: ['fully furnished', 'furnished'],
  },
  pets: {
    kind: 'contains',
    label: 'Pet friendly',
    field: 'amenities',
    text: 'pet',
    words: ['pet friendly', 'pet-friendly', 'pets allowed', 'pets ok'],
  },
  utilities: {
    kind: 'checked',
    label: 'Utilities included',
    field: 'is_utilities_included',
    words: ['utilities included', 'all inclusive', 'all-inclusive', 'with utilities'],
  },
} as const

/** The options of the filter between sublets and leases. "Lease" alone may be a lease takeover, so it stays a word. */
export const typeOptions = [
  {
    value: 'sublet',
    label: 'Sublet',
    matches: [true],
    words: ['sublet', 'sublets', 'subletting', 'sublease', 'subleases', 'subleasing'],
  },
  { value: 'lease', label: 'Lease', matches: [false] },
] as const

/** The options of the form. The API also accepts other texts. */
export const amenities = [
  'Furnished',
  'Pet friendly',
  'Air conditioning',
  'Dishwasher',
  'Wi-Fi included',
  'Bike storage',
  'Gym',
  'Balcony',
] as const

/** What students type for the number of bedrooms. */
const bedroomPhrase = {
  units: ['bedroom', 'bedrooms', 'bed', 'beds', 'bedrm', 'bdrm', 'bdrms', 'br', 'bd', 'bds'],
  field: 'rented_bedrooms',
  unless: ['room', 'rooms', 'roommate', 'roommates', 'housemate', 'housemates'],
} as const

/** The fields of a rental that describe the home. */
interface HomeValues {
  readonly is_shared?: unknown
  readonly house_type?: unknown
  readonly num_beds?: unknown
}

/** Returns whether a room or the whole place is for rent, or null if nobody has said. */
export function placeOf({ is_shared, house_type }: HomeValues): 'room' | 'whole place' | null {
  if (is_shared === true || house_type === 'Bedroom') return 'room'
  return is_shared === false ? 'whole place' : null
}

/** Returns the number of bedrooms of the home. In a shared home, that is the other rooms plus this one. */
export function homeBedrooms({ is_shared, num_beds }: HomeValues): number | null {
  if (typeof num_beds !== 'number') return null
  return is_shared === true ? num_beds + 1 : num_beds
}

/** Returns the number of bedrooms that the tenant gets. A room is one of the home's bedrooms. */
export const rentedBedrooms = (values: HomeValues): number | null =>
  placeOf(values) === 'room' ? 1 : homeBedrooms(values)

interface Offer {
  readonly price: number
  readonly details: HomeValues & {
    readonly is_cost_per_room?: unknown
    readonly people_in_bedroom?: unknown
  }
}

/**
 * Returns what so many people pay a month together, or null if the listing does not say. A whole place is rented as a
 * whole, also if its price is per room. In a room, they pay their share of the bedroom or of the home.
 */
export function partyPrice({ price, details }: Offer, people: number): number | null {
  const { is_cost_per_room, people_in_bedroom } = details
  const isWhole = placeOf(details) === 'whole place'
  const bedrooms = homeBedrooms(details)
  if (is_cost_per_room === true) {
    if (isWhole) return bedrooms ? price * bedrooms : null
    return (price * people) / Math.max(1, Number(people_in_bedroom) || 1)
  }
  if (is_cost_per_room !== false) return people === 1 ? price : null
  if (placeOf(details) !== 'room') return price
  return bedrooms ? (price * people) / bedrooms : null
}

/** Returns "Room in a 5-bedroom home" or "2-bedroom apartment". */
export function describeHome(values: HomeValues): string {
  const bedrooms = homeBedrooms(values)
  if (placeOf(values) === 'room') {
    if (!bedrooms) return 'Room'
    return `Room in ${[8, 11, 18].includes(bedrooms) ? 'an' : 'a'} ${bedrooms}-bedroom home`
  }
  const type = typeof values.house_type === 'string' ? values.house_type : 'Home'
  return bedrooms ? `${bedrooms}-bedroom ${type.toLowerCase()}` : type
}

/** Returns the rooms that the seller counted, and the size of the home: "2 other rooms · 3-bedroom home". */
export function describeRooms(values: HomeValues): string {
  const { is_shared, num_beds } = values
  if (is_shared !== true || typeof num_beds !== 'number') return describeHome(values)
  return `${num_beds} other ${num_beds === 1 ? 'room' : 'rooms'} · ${num_beds + 1}-bedroom home`
}

export const placeOptions = [
  { value: 'room', label: 'Room', matches: ['room'] },
  { value: 'whole', label: 'Whole place', matches: ['whole place'] },
] as const

/** How a search says that it is about rentals. */
export const rentalSearch = {
  words: ['rental', 'rent', 'renting', 'housing', 'accommodation'],
  verbs: ['live', 'living', 'stay', 'staying', 'sleep', 'sleeping'],
  phrases: [bedroomPhrase],
}
