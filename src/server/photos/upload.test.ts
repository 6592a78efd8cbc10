import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { dayMs, hourMs, secondMs } from '#server/durations.ts'
import { AppError } from '#server/errors.ts'
import { at } from '#tests/support/campus-email.ts'
import { engines } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import {
  createFileForm,
  encodeForm,
  findPhotoRows,
  listFiles,
  openTestPhotoApp,
  showInListing,
} from '#tests/support/photo-app.ts'
import {
  appendText,
  fourColorImage,
  heicFile,
  noiseImage,
  pngBomb,
  softImage,
} from '#tests/support/photo-files.ts'
import { processPhoto } from './process-photo.ts'

const small = await fourColorImage().jpeg().toBuffer()

const invalidForms: [description: string, form: FormData, status: number, message: RegExp][] = [
  ['an empty file', createFileForm('image', Buffer.alloc(0)), 400, /empty/],
  ['a HEIC photo', createFileForm('image', heicFile()), 415, /HEIC/],
  [
    'HTML named .png',
    createFileForm('image', Buffer.from('<html>'), 'a.png', 'image/png'),
    415,
    /JPEG/,
  ],
  [
    'a truncated photo',
    createFileForm('image', small.subarray(0, small.length / 2)),
    400,
    /damaged/,
  ],
  [
    'a decompression bomb',
    createFileForm('image', pngBomb(14_000, 14_000), 'a.png', 'image/png'),
    413,
    /40 megapixels/,
  ],
  ['another field', createFileForm('photo', small), 400, /one photo at a time/],
  ['no file', new FormData(), 400, /one photo at a time/],
  ['a text field instead of a file', textForm('image', 'photo.jpg'), 400, /one photo at a time/],
  ['two files', withSecondFile(createFileForm('image', small)), 400, /one photo at a time/],
  ['ten fields', withFields(createFileForm('image', small), 10), 400, /one photo at a time/],
  ['11 MB', createFileForm('image', Buffer.alloc(11 * 1024 * 1024, 1)), 413, /10 MB/],
  [
    'one byte too many',
    createFileForm('image', Buffer.alloc(10 * 1024 * 1024 + 1, 1)),
    413,
    /10 MB/,
  ],
]

describe.each(engines)('POST /api/upload on %s', (engine) => {
  it('stores the variants and returns URL, size and preview', async () => {
    const { upload, db, root, clock } = await openTestPhotoApp(engine)
    const response = await upload(await fourColorImage(700, 400).jpeg().toBuffer())
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      url: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}\.webp$/),
      width: 700,
      height: 400,
      preview: expect.stringMatching(/^data:image\/webp;base64,/),
    })
    expect(await findPhotoRows(db)).toEqual([{ name: expect.any(String), uploaded_at: clock.now }])
    expect(await listFiles(root)).toHaveLength(3)
  })

  it('stores the same photo once and updates its upload time', async () => {
    const { upload, db, root, clock } = await openTestPhotoApp(engine)
    const first = await upload(small)
    const files = await listFiles(root)
    clock.now += 3 * dayMs
    const second = await upload(small, 'another-name.png', 'image/png')
    expect(second.statusCode).toBe(201)
    expect(second.json()).toEqual(first.json())
    expect(await findPhotoRows(db)).toEqual([{ name: expect.any(String), uploaded_at: clock.now }])
    expect(await listFiles(root)).toEqual(files)
  })

  it('remembers when it was first uploaded, also if its files were lost meanwhile', async () => {
    const { upload, db, store, clock } = await openTestPhotoApp(engine)
    const firstUpload = clock.now
    const { url } = (await upload(small)).json()
    const read = () => db.all(sql`SELECT uploaded_at, first_uploaded_at, hashed_at FROM photos`)
    clock.now += 3 * dayMs
    await upload(small)
    expect(await read()).toEqual([
      { uploaded_at: clock.now, first_uploaded_at: firstUpload, hashed_at: firstUpload },
    ])
    await store.quarantine(url.slice('/uploads/'.length, -'.webp'.length))
    await upload(small)
    expect(await read()).toEqual([
      { uploaded_at: clock.now, first_uploaded_at: firstUpload, hashed_at: clock.now },
    ])
  })

  it('counts as first uploaded when its uploader first had a copy of it', async () => {
    const { upload, db, clock } = await openTestPhotoApp(engine)
    const firstUpload = clock.now
    await upload(await softImage(640, 480).jpeg({ quality: 90 }).toBuffer())
    clock.now += dayMs
    await upload(await softImage(640, 480).jpeg({ quality: 60 }).toBuffer())
    await upload(await softImage(640, 480, 2).jpeg().toBuffer())
    expect(
      await db.all(
        sql`SELECT first_uploaded_at FROM photos ORDER BY uploaded_at, first_uploaded_at`,
      ),
    ).toEqual([firstUpload, firstUpload, clock.now].map((time) => ({ first_uploaded_at: time })))
  })

  it('refuses a copy of a photo that was taken down, from any account of the mailbox', async () => {
    const { app, db, upload, studentId } = await openTestPhotoApp(engine)
    const photo = await softImage(640, 480).jpeg().toBuffer()
    const { url } = (await upload(photo)).json()
    let copies = 0
    const statusOf = async (uploaderId = studentId, seed = 1) => {
      const other = await softImage(640, 480, seed).jpeg().toBuffer()
      const form = createFileForm('image', appendText(other, `copy ${copies++}`))
      const { headers, payload } = await encodeForm(form)
      const request = { headers: { ...headers, 'x-student': String(uploaderId) }, payload }
      const { statusCode } = await app.inject({ method: 'POST', url: '/api/upload', ...request })
      return statusCode
    }
    const plus = await insertTestUser(db, at('ada+books'))
    const bob = await insertTestUser(db, at('bob', 1, 1))
    expect(await statusOf()).toBe(201)
    const listingId = await showInListing(db, url, studentId)
    await db.run(sql`UPDATE listings SET status = 'hidden' WHERE id = ${listingId}`)
    expect(await statusOf()).toBe(400)
    await db.run(sql`DELETE FROM listings WHERE id = ${listingId}`)
    expect(await statusOf()).toBe(201)
    await db.run(sql`UPDATE photos SET taken_down_at = 1`)
    expect(await statusOf()).toBe(400)
    expect(await statusOf(plus.id)).toBe(400)
    expect(await statusOf(bob.id)).toBe(201)
    expect(await statusOf(studentId, 2)).toBe(201)
  })

  it('stores concurrent uploads of the same photo once', async () => {
    const { upload, db, root } = await openTestPhotoApp(engine)
    const responses = await Promise.all(Array.from({ length: 6 }, () => upload(small)))
    expect(responses.map((response) => response.statusCode)).toEqual(Array(6).fill(201))
    expect(await findPhotoRows(db)).toHaveLength(1)
    expect(await listFiles(root)).toHaveLength(1)
  })

  it('stores lost files again', async () => {
    const { upload, app, store } = await openTestPhotoApp(engine)
    const { url } = (await upload(small)).json()
    await store.quarantine(url.slice('/uploads/'.length, -'.webp'.length))
    await upload(small)
    expect((await app.inject(`/api${url}`)).statusCode).toBe(200)
  })

  it('rejects invalid forms with an explanation and stores nothing', async () => {
    const { send, db, root } = await openTestPhotoApp(engine)
    for (const [description, form, status, message] of invalidForms) {
      const response = await send(form)
      expect(response.statusCode, description).toBe(status)
      expect(response.json().error, description).toMatch(message)
    }
    expect(await findPhotoRows(db)).toEqual([])
    expect(await listFiles(root)).toEqual([])
  })
})

describe('POST /api/upload', () => {
  it('accepts exactly ten megabytes and a few other fields', async () => {
    const { send } = await openTestPhotoApp('sqlite')
    const padded = Buffer.concat([small, Buffer.alloc(10 * 1024 * 1024 - small.length)])
    const response = await send(withFields(createFileForm('image', padded), 2))
    expect(response.statusCode).toBe(201)
  })

  it('requires a session before anything is read', async () => {
    const { app, db } = await openTestPhotoApp('sqlite')
    const headers = { 'x-visitor': '1', 'content-type': 'text/plain' }
    const response = await app.inject({ method: 'POST', url: '/api/upload', headers, payload: 'x' })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({ error: 'Please log in first.', code: 'unauthenticated' })
    expect(await findPhotoRows(db)).toEqual([])
  })

  it.each([
    ['JSON', 'application/json', '{}', 415],
    ['an image without multipart', 'image/jpeg', 'x', 415],
    ['no boundary', 'multipart/form-data', 'x', 400],
    ['another boundary', 'multipart/form-data; boundary=a', '--b\r\n\r\n--b--', 400],
    [
      'a missing end boundary',
      'multipart/form-data; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nhalf',
      400,
    ],
    [
      'the field name __proto__',
      'multipart/form-data; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="__proto__"; filename="a"\r\n\r\nx\r\n--a--',
      400,
    ],
    [
      'part headers that do not end',
      'multipart/form-data; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n--a--',
      400,
    ],
    ['no body', 'multipart/form-data; boundary=a', '', 400],
  ])('responds to %s with a client error', async (_, type, payload, status) => {
    const { app } = await openTestPhotoApp('sqlite')
    const headers = { 'content-type': type }
    const response = await app.inject({ method: 'POST', url: '/api/upload', headers, payload })
    expect(response.statusCode).toBe(status)
  })

  it('takes two hundred an hour from one student, and then reads nothing', async () => {
    const { app, upload, db, clock } = await openTestPhotoApp('sqlite')
    const sendText = (headers = {}) =>
      app.inject({
        method: 'POST',
        url: '/api/upload',
        headers: { 'content-type': 'text/plain', ...headers },
        payload: 'x',
      })
    expect((await sendText()).statusCode).toBe(415)
    await db.run(sql`UPDATE rate_limits SET count = 199 WHERE bucket LIKE 'uploads:%'`)
    expect((await upload(small)).statusCode).toBe(201)
    const refused = await sendText()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect(refused.json().error).toContain('200 photos an hour')
    // This upload is from another account with the same mailbox.
    expect((await sendText({ 'x-student': '999' })).statusCode).toBe(429)
    clock.now += hourMs
    expect((await upload(small)).statusCode).toBe(201)
  })

  it('takes fewer of files that keep a decoder busy, killed or not', async () => {
    let slow = 0
    const { upload, clock, db } = await openTestPhotoApp('sqlite', {
      async processPhoto(bytes) {
        if (!bytes.includes('slow')) return processPhoto(bytes)
        clock.now += 20 * secondMs
        throw new AppError('bad_request', 'This photo takes too long to read.')
      },
    })
    const statusOf = async (text: string) => (await upload(appendText(small, text))).statusCode
    expect(await statusOf('quick')).toBe(201)
    while ((await statusOf(`slow ${slow}`)) === 400) slow++
    // Each slow photo counts once as an upload, and once for each of its seconds.
    expect(slow).toBe(10)
    expect(await statusOf('quick too')).toBe(429)
    expect(await db.all(sql`SELECT 1 FROM photos`)).toHaveLength(1)
    clock.now += hourMs
    expect(await statusOf('quick too')).toBe(201)
  })

  it('rejects a Content-Length above the limit', async () => {
    const { app } = await openTestPhotoApp('sqlite')
    const headers = {
      'content-type': 'multipart/form-data; boundary=a',
      'content-length': '99000000',
    }
    const response = await app.inject({ method: 'POST', url: '/api/upload', headers, payload: 'x' })
    expect(response.statusCode).toBe(413)
  })

  it('stores nothing if the client disconnects during the upload', async () => {
    const { app, db, root } = await openTestPhotoApp('sqlite')
    const requestError = new Promise<Error>((resolve) => {
      app.addHook('onError', async (_request, _reply, error) => resolve(error))
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const photo = await (await noiseImage(800, 600)).jpeg().toBuffer()
    const { headers, payload } = await encodeForm(createFileForm('image', photo))
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(
      `POST /api/upload HTTP/1.1\r\nHost: a\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`,
    )
    socket.write(payload.subarray(0, payload.length / 2), () => socket.destroy())
    await once(socket, 'close')
    expect(await requestError).toMatchObject({ code: 'bad_request' })
    expect(await findPhotoRows(db)).toEqual([])
    expect(await listFiles(root)).toEqual([])
  })
})

describe('concurrent uploads', () => {
  it('does not process an aborted upload', async () => {
    const { photos, db, root, studentId } = await openTestPhotoApp('sqlite')
    const signal = AbortSignal.abort(new Error('cut off'))
    const upload = { bytes: Buffer.from(small), uploaderId: studentId, signal }
    await expect(photos.save(db, upload)).rejects.toThrow('cut off')
    expect(await findPhotoRows(db)).toEqual([])
    expect(await listFiles(root)).toEqual([])
  })

  it('stores nothing of one that is aborted as soon as it is decoded', async () => {
    const client = new AbortController()
    const { photos, db, root, studentId } = await openTestPhotoApp('sqlite', {
      async processPhoto(bytes) {
        const processed = await processPhoto(bytes)
        client.abort(new Error('cut off'))
        return processed
      },
    })
    const upload = { bytes: Buffer.from(small), uploaderId: studentId, signal: client.signal }
    await expect(photos.save(db, upload)).rejects.toThrow('cut off')
    expect(await findPhotoRows(db)).toEqual([])
    expect(await listFiles(root)).toEqual([])
  })

  it('frees the places of aborted uploads at once, also of those being processed', async () => {
    const waiting: AbortSignal[] = []
    const { app } = await openTestPhotoApp('sqlite', {
      processPhoto(bytes, signal) {
        // Photos of the clients that disconnect would take forever.
        if (!bytes.includes('forever')) return processPhoto(bytes)
        if (signal) waiting.push(signal)
        return new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason)),
        )
      },
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/upload`
    const send = (text: string, signal: AbortSignal | null = null) =>
      fetch(url, {
        method: 'POST',
        body: createFileForm('image', appendText(small, text)),
        signal,
      })
    const client = new AbortController()
    // Two photos are processed, and two wait in the queue.
    const aborted = [1, 2, 3, 4].map((n) => send(`forever ${n}`, client.signal).catch(() => {}))
    await expect.poll(() => waiting.length).toBe(2)
    const next = send('next')
    client.abort()
    expect((await next).status).toBe(201)
    await Promise.all(aborted)
    // A photo that waited may begin before the server notices that its client has disconnected.
    await expect.poll(() => waiting.every(({ aborted }) => aborted)).toBe(true)
  })

  it('frees the memory of every upload at once', async () => {
    const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow')
    const { upload, send } = await openTestPhotoApp('sqlite', { processPhoto })
    const tooLarge = Buffer.concat([small, Buffer.alloc(10 * 1024 * 1024)])
    expect((await upload(small)).statusCode).toBe(201)
    expect((await upload(Buffer.from('no photo'))).statusCode).toBe(415)
    expect((await upload(tooLarge)).statusCode).toBe(413)
    expect((await send(createFileForm('other', small))).statusCode).toBe(400)
    expect((await send(withSecondFile(createFileForm('image', small)))).statusCode).toBe(400)
    const buffers = allocate.mock.results.map(({ value }) => value as Buffer<ArrayBuffer>)
    expect(buffers.map(({ buffer }) => buffer.detached)).toEqual([true, true, true, true, true])
  })

  it('processes two at a time, queues twenty and responds 503 to the rest', async () => {
    const gate = Promise.withResolvers<void>()
    let processing = 0
    const { upload } = await openTestPhotoApp('sqlite', {
      async processPhoto(bytes) {
        processing++
        await gate.promise
        return processPhoto(bytes)
      },
    })
    const photos = Array.from({ length: 23 }, (_, index) =>
      Buffer.concat([small, Buffer.from([index])]),
    )
    const responses = photos.map((photo) => upload(photo))
    const rejected = await Promise.race(responses)
    expect(rejected.statusCode).toBe(503)
    expect(rejected.headers['retry-after']).toBe('5')
    expect(processing).toBe(2)
    gate.resolve()
    const statuses = (await Promise.all(responses)).map((response) => response.statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(22)
  })

  it('of one mailbox hold an eighth of the memory, however slow, and another student goes on', async () => {
    const { upload, payload, addStudent } = await openSlowUploads()
    const other = await addStudent(at('bob', 1, 1))
    const plus = await addStudent(at('ada+books'))
    const bodies = Array.from({ length: 26 }, () => new PassThrough())
    const slow = bodies.map((body, index) => upload(body, index % 2 ? plus : {}))
    const rejected = await Promise.race(slow)
    expect(rejected.statusCode).toBe(429)
    expect(rejected.headers['retry-after']).toBe('5')
    expect(rejected.json().error).toMatch(/a lot of photos at once/)
    expect((await upload(payload, other)).statusCode).toBe(201)
    expect((await upload(payload)).statusCode).toBe(429)
    for (const body of bodies) body.end(payload)
    const statuses = (await Promise.all(slow)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    expect((await upload(payload)).statusCode).toBe(201)
  })

  it('of many students hold 256 MB, and then everyone is asked to wait', async () => {
    const { upload, payload, addStudent } = await openSlowUploads()
    const bodies: PassThrough[] = []
    const slow: ReturnType<typeof upload>[] = []
    for (let count = 0; count < 9; count++) {
      const student = await addStudent(at(`student${count}`, 1, 1))
      for (const body of [new PassThrough(), new PassThrough(), new PassThrough()]) {
        bodies.push(body)
        slow.push(upload(body, student))
      }
    }
    const rejected = await Promise.race(slow)
    expect(rejected.statusCode).toBe(503)
    expect(rejected.headers['retry-after']).toBe('5')
    expect(rejected.json().error).toMatch(/getting a lot of photos/)
    expect((await upload(payload)).statusCode).toBe(503)
    for (const body of bodies) body.end(payload)
    const messages = (await Promise.all(slow)).map((response) => response.json().error)
    expect(messages.filter((message) => /getting a lot of photos/.test(message))).toHaveLength(2)
    expect((await upload(payload)).statusCode).toBe(201)
  })
})

/** Opens a site for uploads that declare ten megabytes and end when their body does. */
async function openSlowUploads() {
  const { app, db } = await openTestPhotoApp('sqlite')
  const { headers, payload } = await encodeForm(createFileForm('image', small))
  return {
    payload,
    upload: (body: PassThrough | Buffer, student = {}) =>
      app.inject({
        method: 'POST',
        url: '/api/upload',
        headers: { ...headers, ...student, 'content-length': String(10 * 1024 * 1024) },
        payload: body,
      }),
    addStudent: async (email: string) => ({
      'x-student': String((await insertTestUser(db, email)).id),
      'x-email': email,
    }),
  }
}

function textForm(name: string, value: string) {
  const form = new FormData()
  form.append(name, value)
  return form
}

function withSecondFile(form: FormData) {
  form.append('image', new Blob([new Uint8Array(small)]), 'second.jpg')
  return form
}

function withFields(form: FormData, count: number) {
  for (let index = 0; index < count; index++) form.append(`field${index}`, 'x')
  return form
}
