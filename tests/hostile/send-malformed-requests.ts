import fc from 'fast-check'
import sharp from 'sharp'
import { expect } from 'vitest'
import { categories } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import type { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { completeInputs, listingInputs } from '#tests/support/listing-inputs.ts'
import { createFileForm, encodeForm } from '#tests/support/photo-app.ts'
import { at } from '../support/campus-email.ts'
import { listOperations, type Operation } from './api-description.ts'
import { expectDocumentedResponse } from './expect-documented-response.ts'
import { malformedRequest, type ValidInputs } from './malformed-request.ts'
import { retryOn503 } from './retry-on-503.ts'

type TestApp = Awaited<ReturnType<typeof buildTestAppWithUsers>>

/** Sends `each` malformed requests to every route. The same seed sends the same requests. */
export async function sendMalformedRequests(
  testApp: TestApp,
  { each, seed }: { each: number; seed: number },
) {
  const { app } = testApp
  const operations = await listOperations(app)
  const file = await uploadPhoto(testApp)
  const counts: Record<number, number> = {}
  let kept: Kept | undefined
  for (const operation of operations) {
    kept ??= await prepareContent(testApp)
    const validInputs = toValidInputs(kept, operation, file)
    let hasChanged = false
    await fc.assert(
      fc.asyncProperty(malformedRequest(operation, validInputs), async (request) => {
        // Yield to the event loop, as happens between network requests. A blocked event loop would start load shedding.
        await new Promise(setImmediate)
        const response = await retryOn503(
          () => app.inject(request),
          ({ statusCode }) => statusCode,
        )
        counts[response.statusCode] = (counts[response.statusCode] ?? 0) + 1
        hasChanged ||= response.statusCode < 400
        const documented = request.method === operation.method ? operation.statuses : undefined
        expectDocumentedResponse(request, response, documented)
      }),
      // The timeout makes a request without a response fail.
      { seed, numRuns: each, endOnFailure: true, timeout: 30_000 },
    )
    const isWrite = operation.method !== 'GET' || operation.path === apiPaths.logout
    if (isWrite && hasChanged) kept = undefined
  }
  expect(Object.keys(Object.prototype)).toEqual([])
  expect('polluted' in {}).toBe(false)
  expect((await app.inject('/api/health')).statusCode).toBe(200)
  return { operations: operations.length, sent: operations.length * each, counts }
}

const search = { category: 'misc', query: 'q=lamp&max_price=20', frequency: 'daily' }
const body = 'Is it still available?'

type Kept = Awaited<ReturnType<typeof prepareContent>>

/**
 * Logs Ada in and gives her a listing in each category, a thread and a saved search, no matter what earlier requests
 * changed.
 */
async function prepareContent({ ada, bob }: TestApp) {
  const login = { email: at('ada'), password: 'correct horse 1!' }
  if (!(await ada.get(apiPaths.me)).body.id) await ada.post('/api/auth/login', login)
  const { body: me } = await ada.get(apiPaths.me)
  const listingIds: Record<string, number> = {}
  for (const { id, path } of categories) {
    listingIds[path] = (await ada.post(`/api/${path}`, listingInputs[id])).body.id
  }
  const { body: lamp } = await bob.post('/api/misc', listingInputs.misc)
  await ada.delete(apiPaths.block(lamp.seller.id))
  const sent = await ada.post(apiPaths.listingMessages('misc', lamp.id), { body })
  expect(sent.status).toBe(201)
  const saved = await ada.post(apiPaths.savedSearches, search)
  expect([200, 201]).toContain(saved.status)
  return {
    cookie: ada.cookie(),
    studentId: me.id,
    listingIds,
    theirs: { id: lamp.id, sellerId: lamp.seller.id },
    threadId: sent.body.thread_id,
    searchId: saved.body.id,
  }
}

function toValidInputs(kept: Kept, operation: Operation, file: string): ValidInputs {
  const isAboutSearch = operation.path.startsWith(apiPaths.savedSearches)
  const parameters: Record<string, string> = { file, part: '0' }
  return {
    cookie: kept.cookie,
    parameter: ({ path }, name) => {
      if (path.startsWith('/api/threads/')) return String(kept.threadId)
      if (isAboutSearch) return String(kept.searchId)
      if (path.endsWith('/block')) return String(kept.theirs.sellerId)
      if (/^\/api\/misc\/\{id\}\/(messages|favourite)$/.test(path)) return String(kept.theirs.id)
      const category = Object.keys(kept.listingIds).find((start) =>
        path.startsWith(`/api/${start}/`),
      )
      return parameters[name] ?? String(category ? kept.listingIds[category] : kept.studentId)
    },
    fields: {
      body,
      ...completeInputs.misc,
      ...completeInputs.textbook,
      ...completeInputs.rental,
      ...(isAboutSearch && search),
    },
  }
}

/** Uploads a photo and returns its file name. */
async function uploadPhoto({ app, ada }: TestApp): Promise<string> {
  const create = { width: 8, height: 8, channels: 3, background: 'teal' } as const
  const form = createFileForm('image', await sharp({ create }).png().toBuffer())
  const { headers, payload } = await encodeForm(form)
  const cookie = ada.cookie()
  const sent = {
    method: 'POST',
    url: '/api/upload',
    headers: { ...headers, cookie },
    payload,
  } as const
  return (await app.inject(sent)).json<{ url: string }>().url.replace('/uploads/', '')
}
