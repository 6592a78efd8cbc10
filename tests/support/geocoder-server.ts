import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

export const json =
  (body: unknown, type = 'application/json'): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(JSON.stringify(body))

/** What Nominatim sends for one place, with some of the properties that nobody reads. */
export const nominatim = (latitude: number, longitude: number, place_rank = 30) =>
  json([
    {
      place_id: 1,
      licence: 'ODbL',
      lat: String(latitude),
      lon: String(longitude),
      category: 'building',
      place_rank,
      display_name: 'A house',
    },
  ])

/** What Photon sends: GeoJSON, with the longitude first. */
export const photon = (latitude: number, longitude: number, kind = 'house') =>
  json(
    {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [longitude, latitude] },
          properties: { name: 'A house', type: kind },
        },
      ],
    },
    'application/json;charset=utf-8',
  )

/** Starts a server that speaks like a geocoder. It remembers the requests. */
export async function startGeocoderServer(answer: Answer) {
  const state = { answer }
  const requests: { url: URL; userAgent: string | undefined }[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    requests.push({ url, userAgent: request.headers['user-agent'] })
    state.answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { state, requests, origin: `http://127.0.0.1:${port}` }
}
