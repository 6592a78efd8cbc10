import { z } from 'zod'
import { campus } from '#campus/campus.ts'
import { type Location, metresTo } from '#categories/minutes.ts'

/** A place that is farther from every campus is another street of the same name. */
const maxMetres = 50_000

/** The geocoder answered in an unexpected way. The message names no address. */
export class AnswerError extends Error {}

/** The end of the path says which one it is: Nominatim has /search, Photon has /api. */
const isPhoton = (url: URL) => /\/api\/?$/.test(url.pathname)

/** Returns the address of the search. Nominatim looks only near the campuses, and Photon prefers what is near. */
export function searchUrl(base: string, text: string): URL {
  const url = new URL(base)
  const latitudes = campus.places.map(({ latitude }) => latitude)
  const longitudes = campus.places.map(({ longitude }) => longitude)
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)]
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)]
  // Photon refuses parameters that it does not know.
  const parameters = isPhoton(url)
    ? { lat: (south + north) / 2, lon: (west + east) / 2 }
    : {
        format: 'jsonv2',
        viewbox: [west - 0.3, north + 0.3, east + 0.3, south - 0.3]
          .map((edge) => edge.toFixed(4))
          .join(),
        // Without it, the one answer may be a street of the same name in another city.
        bounded: 1,
      }
  for (const [name, value] of Object.entries({ q: text, limit: 1, ...parameters })) {
    url.searchParams.set(name, String(value))
  }
  return url
}

const degrees = (max: number) => z.number().min(-max).max(max)
const numeric = z
  .string()
  .regex(/^-?\d{1,3}(?:\.\d+)?$/)
  .transform(Number)

/** The rank of a street in Nominatim. Houses have a higher one, cities and neighbourhoods a lower one. */
const streetRank = 26

// The middle of a city says nothing about a walk, so only streets and houses count. An answer that does not say what
// it found is not trusted either.
const answer = z.union([
  // Nominatim.
  z
    .array(
      z.object({
        lat: numeric.pipe(degrees(90)),
        lon: numeric.pipe(degrees(180)),
        place_rank: z.number().catch(0),
      }),
    )
    .transform(([first]): Location | null =>
      first && first.place_rank >= streetRank ? [first.lat, first.lon] : null,
    ),
  // Photon, in GeoJSON, where the longitude comes first.
  z
    .object({
      features: z.array(
        z.object({
          geometry: z.object({ coordinates: z.tuple([degrees(180), degrees(90)]) }),
          properties: z.object({ type: z.string() }).catch({ type: '' }),
        }),
      ),
    })
    .transform(({ features: [first] }): Location | null => {
      if (!first || !['house', 'street'].includes(first.properties.type)) return null
      const [longitude, latitude] = first.geometry.coordinates
      return [latitude, longitude]
    }),
])

export function readLocation(text: string): Location | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new AnswerError('it sent no JSON')
  }
  const { success, data } = answer.safeParse(json)
  if (!success) throw new AnswerError('it sent something else than places')
  const isNear = data && campus.places.some((place) => metresTo(place, data) <= maxMetres)
  return isNear ? data : null
}
