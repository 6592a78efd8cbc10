import fc from 'fast-check'
import sharp from 'sharp'
import { expect } from 'vitest'
import { categories } from '#categories/index.ts'
import { type openMarket, postings } from '#tests/support/market.ts'
import { encode, formWith } from '#tests/support/photo-app.ts'
import { operationsOf } from './api-description.ts'
import { type Insider, oddRequest } from './odd-requests.ts'
import { expectProperAnswer } from './proper-answer.ts'
import { withPatience } from './with-patience.ts'

type Market = Awaited<ReturnType<typeof openMarket>>

/** Sends so many odd requests to every call there is, the same ones each time. */
export async function sendMalformedRequests(
  market: Market,
  { each, seed }: { each: number; seed: number },
) {
  const { app } = market
  const operations = await operationsOf(app)
  const file = await uploadedFile(market)
  const counts: Record<number, number> = {}
  for (const operation of operations) {
    const insider = await signedInWithListings(market, file)
    await fc.assert(
      fc.asyncProperty(oddRequest(operation, insider), async (request) => {
        // Between two requests of a network the event loop turns; without it the app would feel pressed.
        await new Promise(setImmediate)
        const answer = await withPatience(
          () => app.inject(request),
          ({ statusCode }) => statusCode,
        )
        counts[answer.statusCode] = (counts[answer.statusCode] ?? 0) + 1
        const described = request.method === operation.method ? operation.statuses : undefined
        expectProperAnswer(request, answer, described)
      }),
      // What stays without an answer has failed too.
      { seed, numRuns: each, endOnFailure: true, timeout: 30_000 },
    )
  }
  expect(Object.keys(Object.prototype)).toEqual([])
  expect('polluted' in {}).toBe(false)
  expect((await app.inject('/api/health')).statusCode).toBe(200)
  return { calls: operations.length, sent: operations.length * each, counts }
}

/** A student who is signed in and has a listing of each category, whatever the calls before did. */
async function signedInWithListings({ ada }: Market, file: string): Promise<Insider> {
  const login = { email: 'ada@uwaterloo.ca', password: 'correct horse 1!' }
  if (!(await ada.get('/api/auth/me')).body.id) await ada.post('/api/auth/login', login)
  const { body: me } = await ada.get('/api/auth/me')
  const ids: Record<string, number> = {}
  for (const { id, path } of categories) {
    ids[path] = (await ada.post(`/api/${path}`, postings[id])).body.id
  }
  const parameters: Record<string, string> = { file, part: '0' }
  return {
    cookie: ada.cookie(),
    parameter: ({ path }, name) => {
      const category = Object.keys(ids).find((start) => path.startsWith(`/api/${start}/`))
      return parameters[name] ?? String(category ? ids[category] : me.id)
    },
    fields: { ...postings.misc, ...postings.textbook, ...postings.rental },
  }
}

async function uploadedFile({ app, ada }: Market): Promise<string> {
  const create = { width: 8, height: 8, channels: 3, background: 'teal' } as const
  const form = formWith('image', await sharp({ create }).png().toBuffer())
  const { headers, payload } = await encode(form)
  const cookie = ada.cookie()
  const sent = {
    method: 'POST',
    url: '/api/upload',
    headers: { ...headers, cookie },
    payload,
  } as const
  return (await app.inject(sent)).json<{ url: string }>().url.replace('/uploads/', '')
}
