import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, ask, bodyOf, isTryLater } from './ask.ts'
import { createLedger, type Saved } from './ledger.ts'
import { uploadOf } from './photo-uploads.ts'

const password = 'correct horse 1!'

/** A student who posts, changes and deletes, and writes down what the server called done. */
export async function joinAsStudent(url: string, name: string) {
  const email = `${name}@uwaterloo.ca`.toLowerCase()
  const form = { firstName: name, lastName: 'Stone', email, password, confirmPassword: password }
  const joined = await patiently(`${url}/api/users`, form, 201)
  const entered = await patiently(`${url}/api/auth/login`, { email, password }, 200)
  const { id } = bodyOf<{ id: number }>(joined)
  const cookie = entered.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const ledger = createLedger()
  const uploads: string[] = []

  return {
    id,
    email,
    cookie,
    ledger,
    /** Photos the server called safe. */
    uploads,

    async upload(photo: Buffer): Promise<string> {
      const answer = await done(ask(`${url}/api/upload`, uploadOf(photo, cookie)), 201)
      const { url: address } = bodyOf<{ url: string }>(answer)
      uploads.push(address)
      return address
    },

    create: (saved: Saved) =>
      ledger.create(saved, async () => {
        const question = { method: 'POST', cookie, json: posting(saved) }
        return bodyOf<{ id: number }>(await done(ask(`${url}/api/misc`, question), 201)).id
      }),

    update: (listing: number, saved: Saved) =>
      ledger.change(listing, saved, async () => {
        const question = { method: 'PUT', cookie, json: posting(saved) }
        await done(ask(`${url}/api/misc/${listing}`, question), 200)
      }),

    remove: (listing: number) =>
      ledger.change(listing, undefined, async () => {
        await done(ask(`${url}/api/misc/${listing}`, { method: 'DELETE', cookie }), 204)
      }),

    /** Every difference between what this student was told and what the server shows now. */
    async compare(): Promise<string[]> {
      const answer = await done(ask(`${url}/api/users/${id}/misc`), 200)
      return ledger.compare(bodyOf<(Saved & { id: number })[]>(answer))
    },
  }
}

export type BusyStudent = Awaited<ReturnType<typeof joinAsStudent>>

/** A server that answers, but not with this, is at fault; one that does not answer at all was killed. */
export class WrongAnswer extends Error {}

/** The server asked for patience. */
export class TryLater extends Error {}

async function done(asked: Promise<Answer>, status: number): Promise<Answer> {
  const answer = await asked
  if (answer.status === status) return answer
  if (isTryLater(answer)) throw new TryLater(`${answer.bytes}`)
  throw new WrongAnswer(`${answer.status} instead of ${status}: ${answer.bytes}`)
}

/** Nothing is at fault yet: a busy machine may make the server ask for patience. */
async function patiently(url: string, json: unknown, status: number): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask(url, { method: 'POST', json })
    if (!isTryLater(answer) || tries === 10) return done(Promise.resolve(answer), status)
    await pause(1_000)
  }
}

function posting({ title, price, photos }: Saved) {
  return { title, price, photos, description: 'Bright.', listing_type: 'Selling' }
}
