import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import {
  day,
  encode,
  filesIn,
  formWith,
  openPhotoApp,
  photoRows,
} from '#tests/support/photo-app.ts'
import { grain, heic, pngBomb, quarters } from '#tests/support/photo-files.ts'
import { developPhoto } from './develop-photo.ts'

const small = await quarters().jpeg().toBuffer()

const refusals: [what: string, form: FormData, status: number, sentence: RegExp][] = [
  ['nothing in the file', formWith('image', Buffer.alloc(0)), 400, /empty/],
  ['an iPhone photo', formWith('image', heic()), 415, /HEIC/],
  [
    'a page called PNG',
    formWith('image', Buffer.from('<html>'), 'a.png', 'image/png'),
    415,
    /JPEG/,
  ],
  ['half a photo', formWith('image', small.subarray(0, small.length / 2)), 400, /damaged/],
  [
    'a bomb',
    formWith('image', pngBomb(14_000, 14_000), 'a.png', 'image/png'),
    413,
    /40 megapixels/,
  ],
  ['another field', formWith('photo', small), 400, /one photo at a time/],
  ['no file', new FormData(), 400, /one photo at a time/],
  ['a text in its place', withText('image', 'photo.jpg'), 400, /one photo at a time/],
  ['two files', withSecond(formWith('image', small)), 400, /one photo at a time/],
  ['ten fields', withFields(formWith('image', small), 10), 400, /one photo at a time/],
  ['11 MB', formWith('image', Buffer.alloc(11 * 1024 * 1024, 1)), 413, /10 MB/],
  ['a byte too much', formWith('image', Buffer.alloc(10 * 1024 * 1024 + 1, 1)), 413, /10 MB/],
]

describe.each(engines)('an upload on %s', (engine) => {
  it('answers with what a page needs to show the photo', async () => {
    const { upload, db, root, clock } = await openPhotoApp(engine)
    const answer = await upload(await quarters(700, 400).jpeg().toBuffer())
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      url: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}\.webp$/),
      width: 700,
      height: 400,
      preview: expect.stringMatching(/^data:image\/webp;base64,/),
    })
    expect(await photoRows(db)).toEqual([{ name: expect.any(String), uploaded_at: clock.now }])
    expect(await filesIn(root)).toHaveLength(3)
  })

  it('of the same photo again is stored once and renews its age', async () => {
    const { upload, db, root, clock } = await openPhotoApp(engine)
    const first = await upload(small)
    const files = await filesIn(root)
    clock.now += 3 * day
    const second = await upload(small, 'another-name.png', 'image/png')
    expect(second.statusCode).toBe(201)
    expect(second.json()).toEqual(first.json())
    expect(await photoRows(db)).toEqual([{ name: expect.any(String), uploaded_at: clock.now }])
    expect(await filesIn(root)).toEqual(files)
  })

  it('of the same photo by many at once is stored once', async () => {
    const { upload, db, root } = await openPhotoApp(engine)
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(small)))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(6).fill(201))
    expect(await photoRows(db)).toHaveLength(1)
    expect(await filesIn(root)).toHaveLength(1)
  })

  it('brings back files that were lost', async () => {
    const { upload, app, store } = await openPhotoApp(engine)
    const { url } = (await upload(small)).json()
    await store.setAside(url.slice('/uploads/'.length, -'.webp'.length))
    await upload(small)
    expect((await app.inject(`/api${url}`)).statusCode).toBe(200)
  })

  it('that cannot be used is refused with what to do, and leaves nothing behind', async () => {
    const { send, db, root } = await openPhotoApp(engine)
    for (const [what, form, status, sentence] of refusals) {
      const answer = await send(form)
      expect(answer.statusCode, what).toBe(status)
      expect(answer.json().error, what).toMatch(sentence)
    }
    expect(await photoRows(db)).toEqual([])
    expect(await filesIn(root)).toEqual([])
  })
})

describe('an upload', () => {
  it('may weigh ten megabytes exactly and carry a few other fields', async () => {
    const { send } = await openPhotoApp('sqlite')
    const padded = Buffer.concat([small, Buffer.alloc(10 * 1024 * 1024 - small.length)])
    const answer = await send(withFields(formWith('image', padded), 2))
    expect(answer.statusCode).toBe(201)
  })

  it('needs a signed-in student before anything is read', async () => {
    const { app, db } = await openPhotoApp('sqlite')
    const headers = { 'x-visitor': '1', 'content-type': 'text/plain' }
    const answer = await app.inject({ method: 'POST', url: '/api/upload', headers, payload: 'x' })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({ error: 'Sign in to add photos.', code: 'unauthenticated' })
    expect(await photoRows(db)).toEqual([])
  })

  it.each([
    ['JSON', 'application/json', '{}', 415],
    ['a bare picture', 'image/jpeg', 'x', 415],
    ['no boundary', 'multipart/form-data', 'x', 400],
    ['another boundary', 'multipart/form-data; boundary=a', '--b\r\n\r\n--b--', 400],
    [
      'an end too early',
      'multipart/form-data; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nhalf',
      400,
    ],
    [
      'an odd field name',
      'multipart/form-data; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="__proto__"; filename="a"\r\n\r\nx\r\n--a--',
      400,
    ],
    [
      'a part whose head does not end',
      'multipart/form-data; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n--a--',
      400,
    ],
    ['no body', 'multipart/form-data; boundary=a', '', 400],
  ])('with %s is answered properly', async (_, type, payload, status) => {
    const { app } = await openPhotoApp('sqlite')
    const headers = { 'content-type': type }
    const answer = await app.inject({ method: 'POST', url: '/api/upload', headers, payload })
    expect(answer.statusCode).toBe(status)
  })

  it('that announces more than may come is refused by its headers', async () => {
    const { app } = await openPhotoApp('sqlite')
    const headers = {
      'content-type': 'multipart/form-data; boundary=a',
      'content-length': '99000000',
    }
    const answer = await app.inject({ method: 'POST', url: '/api/upload', headers, payload: 'x' })
    expect(answer.statusCode).toBe(413)
  })

  it('cut off half-way leaves nothing behind', async () => {
    const { app, db, root } = await openPhotoApp('sqlite')
    const givenUp = new Promise<Error>((resolve) => {
      app.addHook('onError', async (_request, _reply, error) => resolve(error))
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const photo = await (await grain(800, 600)).jpeg().toBuffer()
    const { headers, payload } = await encode(formWith('image', photo))
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(
      `POST /api/upload HTTP/1.1\r\nHost: a\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`,
    )
    socket.write(payload.subarray(0, payload.length / 2), () => socket.destroy())
    await once(socket, 'close')
    expect(await givenUp).toMatchObject({ code: 'bad_request' })
    expect(await photoRows(db)).toEqual([])
    expect(await filesIn(root)).toEqual([])
  })
})

describe('too many uploads', () => {
  it('are not worked on for senders who have left', async () => {
    const { photos, db, root, userId } = await openPhotoApp('sqlite')
    const upload = { bytes: Buffer.from(small), uploaderId: userId, isWanted: () => false }
    await expect(photos.save(db, upload)).rejects.toMatchObject({ code: 'bad_request' })
    expect(await photoRows(db)).toEqual([])
    expect(await filesIn(root)).toEqual([])
  })

  it('wait in line, and the rest are asked to come back', async () => {
    const gate = Promise.withResolvers<void>()
    let atOnce = 0
    const { upload } = await openPhotoApp('sqlite', {
      async develop(bytes) {
        atOnce++
        await gate.promise
        return developPhoto(bytes)
      },
    })
    const photos = Array.from({ length: 23 }, (_, index) =>
      Buffer.concat([small, Buffer.from([index])]),
    )
    const answers = photos.map((photo) => upload(photo))
    const refused = await Promise.race(answers)
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('5')
    expect(atOnce).toBe(2)
    gate.resolve()
    const statuses = (await Promise.all(answers)).map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(22)
  })

  it('do not fill the memory', async () => {
    const gate = Promise.withResolvers<void>()
    const { app } = await openPhotoApp('sqlite', {
      async develop(bytes) {
        await gate.promise
        return developPhoto(bytes)
      },
    })
    const announce = async (bytes: Buffer) => {
      const { headers, payload } = await encode(formWith('image', bytes))
      return app.inject({
        method: 'POST',
        url: '/api/upload',
        headers: { ...headers, 'content-length': String(10 * 1024 * 1024) },
        payload,
      })
    }
    const answers = Array.from({ length: 26 }, (_, index) =>
      announce(Buffer.concat([small, Buffer.from([index])])),
    )
    const refused = await Promise.race(answers)
    expect(refused.statusCode).toBe(503)
    expect(refused.json().error).toMatch(/Too many photos/)
    gate.resolve()
    await Promise.all(answers)
    expect((await announce(small)).statusCode).toBe(201)
  })
})

function withText(name: string, value: string) {
  const form = new FormData()
  form.append(name, value)
  return form
}

function withSecond(form: FormData) {
  form.append('image', new Blob([new Uint8Array(small)]), 'second.jpg')
  return form
}

function withFields(form: FormData, count: number) {
  for (let index = 0; index < count; index++) form.append(`field${index}`, 'x')
  return form
}
