import { campus } from '#campus/campus.ts'
import type { CampusPlace } from '#campus/campus-settings.ts'

/** The ways to get to a campus. */
export const ways = ['walk', 'bus'] as const

export type Way = (typeof ways)[number]

/** What a seller can say about a way: under 5 minutes, under 10, and so on. The last step means more than 30. */
export const minuteSteps = [5, 10, 15, 20, 30, 31] as const

export type MinuteStep = (typeof minuteSteps)[number]

/** The steps that a filter can ask for. */
export const filterSteps = minuteSteps.slice(0, -1)

/** The steps that the seller has chosen, by the id of the campus and the way. What nobody has said is left out. */
export type Minutes = Readonly<Record<string, Readonly<Partial<Record<Way, number>>>>>

/** The estimated minutes on foot, by the id of the campus. */
export type EstimatedMinutes = Readonly<Record<string, number>>

/** A latitude and a longitude. */
export type Location = readonly [latitude: number, longitude: number]

/** The pattern of a campus' id, as the settings have it. */
export const campusIdPattern = /^[a-z][a-z0-9]{0,29}$/

/** How many campuses a value may have. The settings have at most 10; those that were removed since may stay. */
export const maxCampuses = 20

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Turns the texts of a form into numbers, and drops what nobody has said. Other values stay, for the schema to refuse. If
 * there are too many campuses, it keeps one more than allowed, so that the schema refuses them: checking thousands would hold
 * the process.
 */
export function coerceMinutes(value: unknown): unknown {
  if (!isObject(value)) return value === '' ? undefined : value
  const entries = Object.entries(value).slice(0, maxCampuses + 1)
  const places = entries.map(([place, said]) => [place, coerceWays(said)] as const)
  const filled = places.filter(([, said]) => !isObject(said) || Object.keys(said).length > 0)
  return Object.fromEntries(filled)
}

function coerceWays(said: unknown): unknown {
  if (!isObject(said)) return said === null || said === '' ? {} : said
  const entries = Object.entries(said).filter(([, step]) => step !== null && step !== '')
  return Object.fromEntries(
    entries.map(([way, step]) => [
      way,
      typeof step === 'string' && /^\d{1,2}$/.test(step) ? Number(step) : step,
    ]),
  )
}

/** Whether a stored value has the right shape. The campuses in it may have been removed from the settings. */
export function isMinutes(value: unknown): value is Minutes {
  if (!isObject(value)) return false
  return Object.values(value).every(
    (said) => isObject(said) && Object.values(said).every((step) => Number.isFinite(step)),
  )
}

export function isLocation(value: unknown): value is Location {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)
}

const earthRadiusMetres = 6_371_000

/** Streets make a way longer than the straight line. Studies of cities find 1.2 to 1.4 on foot (decision 57). */
const streetFactor = 1.3

/** The speed of somebody who walks: 4.8 km an hour. */
const metresPerMinute = 80

/** Tells readers how "about 12 min walk" was computed. */
export const estimateRule = `“About” is our estimate: ${streetFactor} times the straight line, at ${(metresPerMinute * 60) / 1000} km an hour.`

/** Estimates the minutes on foot to each campus of the settings, from the coordinates of an address. */
export function estimateMinutes(from: unknown): EstimatedMinutes {
  if (!isLocation(from)) return {}
  return Object.fromEntries(
    campus.places.map((place) => [
      place.id,
      Math.max(1, Math.round((metresTo(place, from) * streetFactor) / metresPerMinute)),
    ]),
  )
}

/** Returns the length of the straight line, by the haversine formula. */
export function metresTo(
  { latitude, longitude }: Pick<CampusPlace, 'latitude' | 'longitude'>,
  [fromLatitude, fromLongitude]: Location,
): number {
  const toRadians = Math.PI / 180
  const haversine = (degrees: number) => Math.sin((degrees * toRadians) / 2) ** 2
  const a =
    haversine(latitude - fromLatitude) +
    Math.cos(latitude * toRadians) *
      Math.cos(fromLatitude * toRadians) *
      haversine(longitude - fromLongitude)
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(a)))
}

const stepBelow = (step: number) => minuteSteps.filter((other) => other < step).at(-1) ?? 0

/** Returns the first step that these minutes are under. */
const stepOf = (minutes: number): number => minuteSteps.find((step) => minutes < step) ?? 31

/**
 * Whether an estimate contradicts what the seller says. An estimate knows neither stairs nor short cuts, so it has to be
 * half as long again, and two minutes more.
 */
export function isFarOff(step: number, estimate: number): boolean {
  const isTooShort = step !== 31 && estimate > step * 1.5 + 2
  const isTooLong = estimate * 1.5 + 2 < stepBelow(step)
  return isTooShort || isTooLong
}

/** The minutes of one way to one campus: a step that the seller said, or an estimate. */
export interface KnownMinutes {
  place: CampusPlace
  way: Way
  step: number
  /** The estimate, if it counts instead of what the seller says. */
  about?: number
}

/**
 * Returns the minutes that cards, filters and orders use. What the seller says counts, unless the estimate contradicts it:
 * a listing must not come first because of a wrong number.
 */
export function knownMinutes(
  minutes: unknown,
  estimates: unknown,
  place: CampusPlace,
  way: Way,
): KnownMinutes | undefined {
  const said = isMinutes(minutes) ? minutes[place.id]?.[way] : undefined
  const about = way === 'walk' && isObject(estimates) ? estimates[place.id] : undefined
  if (typeof about === 'number' && (said === undefined || isFarOff(said, about))) {
    return { place, way, step: stepOf(about), about }
  }
  return said === undefined ? undefined : { place, way, step: said }
}

/** Returns the quickest known way on foot or, with "bus", by bus or on foot: nobody takes a bus that is slower. */
export function quickestWay(
  minutes: unknown,
  estimates: unknown,
  place: CampusPlace,
  way: Way,
): KnownMinutes | undefined {
  const allowed = way === 'walk' ? (['walk'] as const) : ways
  const known = allowed.flatMap((each) => knownMinutes(minutes, estimates, place, each) ?? [])
  return known.toSorted((a, b) => a.step - b.step)[0]
}

/** Returns the campus that is nearest on foot or, if nobody has said that, by bus. */
export function nearestCampus(minutes: unknown, estimates: unknown): KnownMinutes | undefined {
  for (const way of ways) {
    const known = campus.places.flatMap((place) => {
      return knownMinutes(minutes, estimates, place, way) ?? []
    })
    const [nearest] = known.toSorted((a, b) => (a.about ?? a.step) - (b.about ?? b.step))
    if (nearest) return nearest
  }
  return undefined
}

export const wayWords: Record<Way, string> = { walk: 'walk', bus: 'by bus' }

/** Returns "under 15 min walk", "over 30 min by bus" or "about 12 min walk". */
export function describeMinutes({ way, step, about }: Omit<KnownMinutes, 'place'>): string {
  if (about !== undefined) return `about ${about} min ${wayWords[way]}`
  return `${step === 31 ? 'over 30' : `under ${step}`} min ${wayWords[way]}`
}

/** Returns "under 15 min to North" or "about 12 min to North", for a reader who has chosen the way. */
export const describeReach = ({ place, step, about }: KnownMinutes): string =>
  `${about === undefined ? `under ${step}` : `about ${about}`} min to ${place.name}`

/** Returns "under 15 min walk to North". */
export const describeWay = (known: KnownMinutes): string =>
  `${describeMinutes(known)} to ${known.place.name}`

/** Returns "From the address, North looks like about 24 min walk." */
export const estimateSentence = ({ name }: CampusPlace, about: number): string =>
  `Judging by the address, ${name} is ${describeMinutes({ way: 'walk', step: 0, about })} away.`

/** Returns a sentence for each campus where the estimate is far from what the seller says. */
export function farOffSentences(minutes: unknown, estimates: unknown): string[] {
  return campus.places.flatMap((place) => {
    const said = isMinutes(minutes) ? minutes[place.id]?.walk : undefined
    const about = isObject(estimates) ? estimates[place.id] : undefined
    if (said === undefined || typeof about !== 'number' || !isFarOff(said, about)) return []
    const claim = describeMinutes({ way: 'walk', step: said })
    return `You say ${claim} to ${place.name}. ${estimateSentence(place, about)}`
  })
}

/** Returns what the form's options say: "Under 15 min" or "Over 30 min". */
export const describeStep = (step: number): string =>
  step === 31 ? 'Over 30 min' : `Under ${step} min`

/** The value of a filter by minutes. */
export interface NearValue {
  place: CampusPlace
  way: Way
  minutes: number
}

/** The form of such a value in a request. The campus may have been removed from the settings. */
export const nearPattern = /^[a-z][a-z0-9]{0,29}-(?:5|10|15|20|30)(?:-bus)?$/

/** Parses "north-15" (on foot) or "north-15-bus". Returns undefined for a campus or a number that is no option. */
export function parseNear(text: string, places = campus.places): NearValue | undefined {
  const [id, number, way = 'walk', ...rest] = text.trim().toLowerCase().split('-')
  const place = places.find((known) => known.id === id)
  const minutes = filterSteps.find((step) => String(step) === number)
  const known = ways.find((each) => each === way)
  if (!place || !minutes || !known || rest.length > 0) return undefined
  return { place, way: known, minutes }
}

/** Stands for whichever campus is nearest, where a site has several. */
export const anyCampus: CampusPlace = { id: 'any', name: 'any campus', latitude: 0, longitude: 0 }

/** Parses the value of a filter, which may be about any campus: "any-15". */
export const parseNearFilter = (text: string): NearValue | undefined =>
  parseNear(text, campus.places.length > 0 ? [...campus.places, anyCampus] : [])

/** Returns the ids of the campuses that a filter's condition is about. */
export const placesOfCondition = (placeId: string): string[] =>
  placeId === anyCampus.id ? campus.places.map(({ id }) => id) : [placeId]

/** Returns the text of a filter in a URL. */
export const formatNear = ({ place, way, minutes }: NearValue): string =>
  [place.id, minutes, ...(way === 'walk' ? [] : [way])].join('-')

/** Returns the words of a filter: "Under 15 min walk to North". */
export function describeNear({ place, way, minutes }: NearValue): string {
  const words = way === 'walk' ? wayWords.walk : 'by bus or on foot'
  return `Under ${minutes} min ${words} to ${place.name}`
}

const wayGroups: Record<Way, string> = { walk: 'on foot', bus: 'by bus or on foot' }

/** The options for the minutes to each of these campuses, in groups: "North, on foot". */
export const nearOptions = (places = campus.places) =>
  places.flatMap((place) =>
    ways.flatMap((way) =>
      filterSteps.map((minutes) => ({
        value: formatNear({ place, way, minutes }),
        label: `${describeStep(minutes)} to ${place.name}`,
        group: `${place.name}, ${wayGroups[way]}`,
      })),
    ),
  )

/** The options of a filter. With several campuses, the last ones are about any of them. */
export const nearFilterOptions = () =>
  nearOptions(campus.places.length > 1 ? [...campus.places, anyCampus] : campus.places)

/** The name of the order that begins with what is nearest to a campus. */
export const nearOrder = (placeId: string): NearOrder => `near-${placeId}`

export type NearOrder = `near-${string}`

/** Returns the campus of an order, if it is such an order. */
export const placeOfOrder = (order: string): string | undefined => /^near-(.+)$/.exec(order)?.[1]

/** Where a step stands among the index terms and in the order. Listings that say nothing come last. */
export const unsaidStep = 99

/** Returns the index terms of a listing's minutes, as a campus, a way and a step. */
export function minuteTerms(minutes: unknown, estimates: unknown): string[] {
  return campus.places.flatMap((place) =>
    ways.map((way) => {
      const { step = unsaidStep } = quickestWay(minutes, estimates, place, way) ?? {}
      return minuteTerm(place.id, way, step)
    }),
  )
}

export const minuteTerm = (placeId: string, way: Way, step: number): string =>
  `${placeId} ${way} ${step}`
