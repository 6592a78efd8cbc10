import { PassThrough, Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { acceptMultipart, createMemoryBudget, receiveUpload } from './receive-upload.ts'

const head = '--a\r\nContent-Disposition: form-data; name="image"; filename="a"'
const whole = `${head}\r\n\r\nphoto\r\n--a--\r\n`

/** Sends the body in these chunks. `setImmediate` is fake, so only events can settle the upload. */
async function send(...chunks: string[]) {
  vi.useFakeTimers({ toFake: ['setImmediate'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const app = fastify()
  acceptMultipart(app as never)
  app.post('/', async (request) => String(await receiveUpload(request)))
  const headers = { 'content-type': 'multipart/form-data; boundary=a' }
  const payload = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
  return app.inject({ method: 'POST', url: '/', headers, payload })
}

it('reads a photo in one chunk', async () => {
  expect((await send(whole)).body).toBe('photo')
})

it('reads a photo in chunks of one byte', async () => {
  expect((await send(...whole)).body).toBe('photo')
})

it('ignores a part without end after the photo', async () => {
  expect((await send(`${head}\r\n\r\nphoto\r\n--a\r\nX: y\r\n--a--\r\n`)).body).toBe('photo')
})

it.each([
  ['part headers that do not end', `${head}\r\n--a--\r\n`],
  ['a photo that is cut off', `${head}\r\n\r\npho`],
  ['two photos', `${head}\r\n\r\none\r\n${whole}`],
  ['no part', '--a--\r\n'],
  ['no body', ''],
])('rejects %s', async (_, body) => {
  const response = await send(body)
  expect(response.json()).toMatchObject({ code: 'bad_request' })
})

it.each([
  ['many parts', '--a\r\n\r\n\r\n'.repeat(10)],
  ['a second photo', `${head}\r\n\r\none\r\n`],
  ['a file of another name', `${head.replace('image', 'video')}\r\n\r\none\r\n`],
])('stops parsing at %s', async (_, chunk) => {
  const parse = vi.spyOn(Busboy.prototype, '_write')
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow')
  const response = await send(...Array.from({ length: 100 }, () => chunk))
  expect(response.json()).toMatchObject({ code: 'bad_request' })
  expect(parse.mock.calls.length).toBeLessThan(5)
  for (const { value } of allocate.mock.results) {
    await vi.waitFor(() => expect((value as Buffer<ArrayBuffer>).buffer.detached).toBe(true))
  }
})

it('cuts off an upload that brings nothing for ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow')
  const app = fastify()
  acceptMultipart(app as never)
  let arrived = Promise.withResolvers<void>()
  app.post('/', async (request) => {
    request.raw.on('data', () => arrived.resolve())
    return String(await receiveUpload(request))
  })
  const payload = new PassThrough()
  const headers = { 'content-type': 'multipart/form-data; boundary=a' }
  let isOver = false
  const response = app.inject({ method: 'POST', url: '/', headers, payload }).catch((error) => {
    isOver = true
    return error
  })
  for (const chunk of [head, '\r\n\r\npho', 'to']) {
    arrived = Promise.withResolvers()
    payload.write(chunk)
    await arrived.promise
    await vi.advanceTimersByTimeAsync(9_999)
    expect(isOver).toBe(false)
  }
  await vi.advanceTimersByTimeAsync(1)
  // The response failed because the server closed the connection.
  expect(await response).toMatchObject({ code: 'LIGHT_ECONNRESET' })
  const bytes = allocate.mock.results[0]?.value as Buffer<ArrayBuffer>
  await vi.waitFor(() => expect(bytes.buffer.detached).toBe(true))
})

it('refuses a mailbox beyond its share with 429, and everyone beyond the whole with 503', () => {
  const reserve = createMemoryBudget({ maxBytes: 100, maxBytesPerMailbox: 40 })
  const releaseFirst = reserve(at('1', 1, 1), 40)
  expect(() => reserve(at('1', 1, 1), 1)).toThrow(
    expect.objectContaining({ code: 'too_many', retryAfterSeconds: 5 }),
  )
  reserve(at('2', 1, 1), 40)
  const releaseThird = reserve(at('3', 1, 1), 20)
  expect(() => reserve(at('4', 1, 1), 1)).toThrow(
    expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 5 }),
  )
  releaseThird()
  releaseThird()
  reserve(at('4', 1, 1), 20)
  expect(() => reserve(at('5', 1, 1), 1)).toThrow()
  releaseFirst()
  reserve(at('1', 1, 1), 40)
})
