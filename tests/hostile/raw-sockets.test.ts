import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '#tests/support/running-server.ts'
import { exchange, request } from './raw-socket.ts'

let server: RunningServer

beforeAll(async () => {
  server = await startServer()
}, 60_000)

afterAll(async () => {
  expect(server.output()).not.toMatch(/failed|Error/)
  expect(await server.stop()).toBe(0)
})

const ask = 'GET /api/health HTTP/1.1'
const tell = 'POST /api/logs HTTP/1.1'
const json = 'Content-Type: application/json'
const chunked = 'Transfer-Encoding: chunked'

/** What must never be answered: a second request that stands in the body of the first. */
const hidden = request('GET /api/auth/me HTTP/1.1')
const answerToHidden = 'Not signed in'

const misunderstandings: [what: string, bytes: string][] = [
  [
    'both lengths',
    request(tell, [json, 'Content-Length: 5', chunked], { body: `0\r\n\r\n${hidden}` }),
  ],
  [
    'both, the other way round',
    request(tell, [json, chunked, 'Content-Length: 5'], { body: `0\r\n\r\n${hidden}` }),
  ],
  [
    'two lengths',
    request(tell, [json, 'Content-Length: 0', 'Content-Length: 5'], { body: hidden }),
  ],
  [
    'one length twice',
    request(tell, [json, 'Content-Length: 0', 'Content-Length: 0'], { body: hidden }),
  ],
  ['a list of lengths', request(tell, [json, 'Content-Length: 0, 5'], { body: hidden })],
  ['a negative length', request(tell, [json, 'Content-Length: -1'], { body: hidden })],
  ['a length with a sign', request(tell, [json, 'Content-Length: +5'], { body: hidden })],
  ['a length in hexadecimal', request(tell, [json, 'Content-Length: 0x5'], { body: hidden })],
  [
    'a length beyond all numbers',
    request(tell, [json, `Content-Length: ${'9'.repeat(20)}`], { body: hidden }),
  ],
  ['a length of nothing', request(tell, [json, 'Content-Length:'], { body: hidden })],
  ['a folded length', request(tell, [json, 'Content-Length:\r\n 5'], { body: hidden })],
  [
    'a length with a space before the colon',
    request(tell, [json, 'Content-Length : 0'], { body: hidden }),
  ],
  [
    'chunks with a space before the colon',
    request(tell, [json, 'Transfer-Encoding : chunked'], { body: `0\r\n\r\n${hidden}` }),
  ],
  [
    'chunks that are not the last coding',
    request(tell, [json, 'Transfer-Encoding: chunked, identity'], { body: `0\r\n\r\n${hidden}` }),
  ],
  ['chunks twice', request(tell, [json, chunked, chunked], { body: `0\r\n\r\n${hidden}` })],
  [
    'a coding nobody knows',
    request(tell, [json, 'Transfer-Encoding: xchunked'], { body: `0\r\n\r\n${hidden}` }),
  ],
  [
    'a chunk size that is no number',
    request(tell, [json, chunked], { body: `zz\r\n{}\r\n0\r\n\r\n${hidden}` }),
  ],
  [
    'a negative chunk size',
    request(tell, [json, chunked], { body: `-2\r\n{}\r\n0\r\n\r\n${hidden}` }),
  ],
  [
    'a chunk size with a prefix',
    request(tell, [json, chunked], { body: `0x2\r\n{}\r\n0\r\n\r\n${hidden}` }),
  ],
  [
    'a chunk size beyond all numbers',
    request(tell, [json, chunked], { body: `${'F'.repeat(20)}\r\n{}\r\n0\r\n\r\n${hidden}` }),
  ],
  [
    'more in a chunk than announced',
    request(tell, [json, chunked], { body: `2\r\n{}xx\r\n0\r\n\r\n${hidden}` }),
  ],
  [
    'chunks that end their lines with LF',
    request(tell, [json, chunked], { body: `2\n{}\n0\n\n${hidden}` }),
  ],
  [
    'a chunk extension that ends with LF',
    request(tell, [json, chunked], { body: `2;a\n{}\r\n0\r\n\r\n${hidden}` }),
  ],
  [
    'a chunk extension of 20 KB',
    request(tell, [json, chunked], { body: `2;a=${'b'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n` }),
  ],
  [
    'a length among the trailers',
    request(tell, [json, chunked], { body: '2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n' }),
  ],
  ['lines that end with LF', `${ask}\nHost: a\nConnection: close\n\n`],
  ['one line that ends with LF', `${ask}\r\nHost: a\nConnection: close\r\n\r\n`],
  ['a head that ends with LF', `${ask}\r\nHost: a\r\nConnection: close\n\n`],
  ['a bare CR', `${ask}\r\nHost: a\rX: y\r\nConnection: close\r\n\r\n`],
  ['a folded header', request(ask, ['X: a\r\n b'])],
  ['a folded first header', request(ask, [' X: a'], { host: false })],
  ['NUL in a value', request(ask, ['X: a\0b'])],
  ['NUL in a name', request(ask, ['X\0: a'])],
  ['NUL in the address', request('GET /api/\0 HTTP/1.1')],
  ['a space in the address', request('GET /api/a b HTTP/1.1')],
  ['bytes beyond ASCII in the address', request('GET /api/\xe9 HTTP/1.1')],
  ['no host', request(ask, [], { host: false })],
  ['an authority in place of the address', request('GET evil.example:443 HTTP/1.1')],
  ['a version to come', request('GET /api/health HTTP/3.7')],
  ['a version in small letters', request('GET /api/health http/1.1')],
  ['a method nobody knows', request('BREW /api/health HTTP/1.1')],
  ['a method in small letters', request('get /api/health HTTP/1.1')],
  ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the beginning of TLS', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
  ['noise', '\0\xff\x01\x02NOISE\r\n\r\n'],
]

const overlong: [what: string, bytes: string][] = [
  ['a header of 20 KB', request(ask, [`X: ${'y'.repeat(20_000)}`])],
  ['three thousand headers', request(ask, Array(3_000).fill('a:b'))],
  ['an address of 20 KB', request(`GET /api/${'x'.repeat(20_000)} HTTP/1.1`)],
  [
    'trailers of 20 KB',
    request(tell, [json, chunked], { body: `2\r\n{}\r\n0\r\nX: ${'y'.repeat(20_000)}\r\n\r\n` }),
  ],
]

const visit = '{"path":"/","userAgent":"x","timestamp":0}'
const parts = `${visit.length.toString(16)};note=x\r\n${visit}\r\n0\r\n\r\n`

const understood: [what: string, bytes: string, statuses: number[]][] = [
  ['an address of 10 KB', request(`GET /api/${'x'.repeat(10_000)} HTTP/1.1`), [404]],
  ['the old version', 'GET /api/health HTTP/1.0\r\n\r\n', [200]],
  ['no version', 'GET /api/health\r\n\r\n', [200]],
  ['empty lines before it', `\r\n\r\n${request(ask)}`, [200]],
  ['a whole address', request('GET http://evil.example/api/health HTTP/1.1'), [200]],
  ['a whole address of a page', request('GET http://evil.example/rentals HTTP/1.1'), [404]],
  ['a star as its address', request('OPTIONS * HTTP/1.1'), [404]],
  // Nothing here depends on the host a request names.
  ['two hosts', request(ask, ['Host: evil.example']), [200]],
  ['the wish for a web socket', request(ask, ['Upgrade: websocket']), [200]],
  ['the wish for HTTP/2', request(ask, ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']), [200]],
  [
    'a body to be asked for',
    request(tell, [json, 'Expect: 100-continue', 'Content-Length: 2'], { body: '{}' }),
    [100, 400],
  ],
  [
    'another expectation',
    request(tell, [json, 'Expect: tea', 'Content-Length: 2'], { body: '{}' }),
    [417],
  ],
  ['a short chunk extension', request(tell, [json, chunked], { body: parts }), [204]],
  [
    'a request in the body of a read',
    request(ask, [`Content-Length: ${hidden.length}`], { body: hidden }),
    [200],
  ],
  [
    'more than a body may hold',
    request(tell, [json, 'Content-Length: 300000'], { body: 'x'.repeat(300_000) }),
    [413],
  ],
]

async function stillServes() {
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
}

describe('on a raw connection', () => {
  it.each(misunderstandings)(
    '%s is refused, and nothing after it is answered',
    async (_, bytes) => {
      const { statuses, text } = await exchange(server.url, bytes)
      expect(statuses).toEqual([400])
      expect(text).not.toContain(answerToHidden)
      await stillServes()
    },
  )

  it.each(overlong)('%s is too much', async (_, bytes) => {
    const { statuses } = await exchange(server.url, bytes)
    expect(statuses).toEqual([431])
    await stillServes()
  })

  it.each(understood)('%s is answered', async (_, bytes, expected) => {
    const { statuses, text } = await exchange(server.url, bytes)
    expect(statuses).toEqual(expected)
    expect(text).not.toContain(answerToHidden)
    expect(text).not.toMatch(/evil\.example|101 Switching/)
    await stillServes()
  })

  it('a tunnel is not opened', async () => {
    const { text } = await exchange(server.url, request('CONNECT evil.example:443 HTTP/1.1'))
    expect(text).toBe('')
    await stillServes()
  })
})

describe('several requests at once', () => {
  const kept = { close: false }

  it('are answered in their order', async () => {
    const bytes = [
      request(ask, [], kept),
      request(tell, [json, `Content-Length: ${visit.length}`], { body: visit, close: false }),
      request('GET /api/nothing HTTP/1.1', [], kept),
      request('GET /rentals HTTP/1.1'),
    ].join('')
    const { statuses, text } = await exchange(server.url, bytes)
    expect(statuses).toEqual([200, 204, 404, 200])
    expect(text.indexOf('"status":"ok"')).toBeLessThan(text.indexOf('There is nothing'))
  })

  it('are answered all, however many', async () => {
    const bytes = request(ask, [], kept).repeat(499) + request(ask)
    expect((await exchange(server.url, bytes)).statuses).toEqual(Array(500).fill(200))
  })

  it('end with the first that is broken', async () => {
    const bytes = `${request('GET /api/nothing HTTP/1.1', [], kept)}BROKEN\r\n\r\n${hidden}`
    const { text } = await exchange(server.url, bytes)
    expect(text).toContain('HTTP/1.1 400 ')
    expect(text).not.toContain(answerToHidden)
  })

  it('end with the one that says so', async () => {
    const { text } = await exchange(server.url, request(ask) + hidden)
    expect(text).not.toContain(answerToHidden)
  })
})

describe('a sender who has said everything', () => {
  it('still gets the answer', async () => {
    const { statuses } = await exchange(server.url, request(ask, [], { close: false }), {
      halfClose: true,
    })
    expect(statuses).toEqual([200])
  })

  it.each([
    ['half a head', 'GET /api/he'],
    ['half a body', request(tell, [json, 'Content-Length: 10'], { body: '{}' })],
    ['half a chunk', request(tell, [json, chunked], { body: 'ff\r\n{' })],
  ])('after %s is refused', async (_, bytes) => {
    const { statuses } = await exchange(server.url, bytes, { halfClose: true })
    expect(statuses).toEqual([400])
    await stillServes()
  })
})
