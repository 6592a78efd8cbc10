/** Options of both the form and the filter. */
export const houseTypes = ['Apartment', 'House', 'Bedroom', 'Basement'] as const

/** The fields of a rental that say what home it is. */
interface HomeValues {
  readonly is_shared?: unknown
  readonly house_type?: unknown
  readonly num_beds?: unknown
}

/** A room, or the whole place; null if nobody said. */
export function placeOf({ is_shared, house_type }: HomeValues): 'room' | 'whole place' | null {
  if (is_shared === true || house_type === 'Bedroom') return 'room'
  return is_shared === false ? 'whole place' : null
}

/** The bedrooms of the home: of a shared one the other rooms and this one. */
export function homeBedrooms({ is_shared, num_beds }: HomeValues): number | null {
  if (typeof num_beds !== 'number') return null
  return is_shared === true ? num_beds + 1 : num_beds
}

/** The bedrooms that one gets: a room is one of the home's. */
export const rentedBedrooms = (values: HomeValues): number | null =>
  placeOf(values) === 'room' ? 1 : homeBedrooms(values)

/** "Room in a 5-bedroom home", "2-bedroom apartment". */
export function describeHome(values: HomeValues): string {
  const bedrooms = homeBedrooms(values)
  if (placeOf(values) === 'room') {
    if (!bedrooms) return 'Room'
    return `Room in ${[8, 11, 18].includes(bedrooms) ? 'an' : 'a'} ${bedrooms}-bedroom home`
  }
  const type = typeof values.house_type === 'string' ? values.house_type : 'Home'
  return bedrooms ? `${bedrooms}-bedroom ${type.toLowerCase()}` : type
}

/** "2 other rooms · 3-bedroom home": what the seller of a room counted, and what that makes. */
export function describeRooms(values: HomeValues): string {
  const { is_shared, num_beds } = values
  if (is_shared !== true || typeof num_beds !== 'number') return describeHome(values)
  return `${num_beds} other ${num_beds === 1 ? 'room' : 'rooms'} · ${num_beds + 1}-bedroom home`
}
