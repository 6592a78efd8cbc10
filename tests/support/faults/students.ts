import { setTimeout as pause } from 'node:timers/promises'
import { at } from '../campus-email.ts'
import { type Saved, trackAcknowledgedWrites } from './acknowledged-writes.ts'
import { uploadRequest } from './photo-uploads.ts'
import {
  type HttpResponse,
  isTemporarilyUnavailable,
  parseJson,
  sendRequest,
} from './send-request.ts'

export const password = 'correct horse 1!'

/** Signs up a student. The client creates, updates and deletes listings, and records what was acknowledged. */
export async function signUpStudent(url: string, name: string) {
  const email = at(name).toLowerCase()
  const form = { firstName: name, lastName: 'Stone', email, password, confirmPassword: password }
  const signUp = await postWithRetries(`${url}/api/users`, form, 201)
  const login = await postWithRetries(`${url}/api/auth/login`, { email, password }, 200)
  const { id } = parseJson<{ id: number }>(signUp)
  const cookie = login.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const writes = trackAcknowledgedWrites()
  const uploads: string[] = []

  return {
    id,
    email,
    cookie,
    writes,
    /** The URLs of the photos whose upload was acknowledged. */
    uploads,

    async upload(photo: Buffer): Promise<string> {
      const response = sendRequest(`${url}/api/upload`, uploadRequest(photo, cookie))
      const { url: photoUrl } = parseJson<{ url: string }>(await expectStatus(response, 201))
      uploads.push(photoUrl)
      return photoUrl
    },

    create: (saved: Saved) =>
      writes.create(saved, async () => {
        const options = { method: 'POST', cookie, json: { ...toListingInput(saved), anyway: true } }
        const response = await expectStatus(sendRequest(`${url}/api/misc`, options), 201)
        return parseJson<{ id: number }>(response).id
      }),

    update: (listingId: number, saved: Saved) =>
      writes.change(listingId, saved, async () => {
        const options = { method: 'PUT', cookie, json: toListingInput(saved) }
        await expectStatus(sendRequest(`${url}/api/misc/${listingId}`, options), 200)
      }),

    remove: (listingId: number) =>
      writes.change(listingId, undefined, async () => {
        const options = { method: 'DELETE', cookie }
        await expectStatus(sendRequest(`${url}/api/misc/${listingId}`, options), 204)
      }),

    /** Returns every difference between the acknowledged writes and what the server returns now. */
    async compare(): Promise<string[]> {
      const response = await expectStatus(sendRequest(`${url}/api/users/${id}/misc`), 200)
      return writes.compare(parseJson<(Saved & { id: number })[]>(response))
    },
  }
}

export type StudentClient = Awaited<ReturnType<typeof signUpStudent>>

/** An error of the server itself, unlike a connection that broke because the server was killed. */
export class UnexpectedResponse extends Error {}

export class TemporarilyUnavailable extends Error {}

export async function expectStatus(
  pending: Promise<HttpResponse>,
  ...statuses: number[]
): Promise<HttpResponse> {
  const response = await pending
  if (statuses.includes(response.status)) return response
  if (isTemporarilyUnavailable(response)) throw new TemporarilyUnavailable(`${response.bytes}`)
  throw new UnexpectedResponse(`${response.status} instead of ${statuses}: ${response.bytes}`)
}

/** Sends a request during setup. Retries, because on a busy machine the server may shed load. */
async function postWithRetries(url: string, json: unknown, status: number): Promise<HttpResponse> {
  for (let attempts = 1; ; attempts++) {
    const response = await sendRequest(url, { method: 'POST', json })
    if (!isTemporarilyUnavailable(response) || attempts === 10) {
      return expectStatus(Promise.resolve(response), status)
    }
    await pause(1_000)
  }
}

function toListingInput({ title, price, photos }: Saved) {
  return { title, price, photos, description: 'Bright.', listing_type: 'Selling' }
}
