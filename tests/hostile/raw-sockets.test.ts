import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '#tests/support/start-server.ts'
import { exchange, request } from './raw-socket.ts'

let server: RunningServer

beforeAll(async () => {
  server = await startServer()
}, 60_000)

afterAll(async () => {
  expect(server.output()).not.toMatch(/failed|Error/)
  expect(await server.stop()).toBe(0)
})

const getHealth = 'GET /api/health HTTP/1.1'
const postVisit = 'POST /api/logs HTTP/1.1'
const json = 'Content-Type: application/json'
const chunked = 'Transfer-Encoding: chunked'

/** A smuggled request: a second request in the body of the first must never get a response. */
const smuggled = request('GET /api/auth/me HTTP/1.1')
const smuggledResponse = 'Not signed in'

const ambiguous: [name: string, bytes: string][] = [
  [
    'Content-Length and Transfer-Encoding',
    request(postVisit, [json, 'Content-Length: 5', chunked], { body: `0\r\n\r\n${smuggled}` }),
  ],
  [
    'Transfer-Encoding and Content-Length',
    request(postVisit, [json, chunked, 'Content-Length: 5'], { body: `0\r\n\r\n${smuggled}` }),
  ],
  [
    'two different lengths',
    request(postVisit, [json, 'Content-Length: 0', 'Content-Length: 5'], { body: smuggled }),
  ],
  [
    'the same length twice',
    request(postVisit, [json, 'Content-Length: 0', 'Content-Length: 0'], { body: smuggled }),
  ],
  ['a list of lengths', request(postVisit, [json, 'Content-Length: 0, 5'], { body: smuggled })],
  ['a negative length', request(postVisit, [json, 'Content-Length: -1'], { body: smuggled })],
  ['a length with a sign', request(postVisit, [json, 'Content-Length: +5'], { body: smuggled })],
  [
    'a length in hexadecimal',
    request(postVisit, [json, 'Content-Length: 0x5'], { body: smuggled }),
  ],
  [
    'a length beyond all integers',
    request(postVisit, [json, `Content-Length: ${'9'.repeat(20)}`], { body: smuggled }),
  ],
  ['an empty length', request(postVisit, [json, 'Content-Length:'], { body: smuggled })],
  ['a folded length', request(postVisit, [json, 'Content-Length:\r\n 5'], { body: smuggled })],
  [
    'a length with a space before the colon',
    request(postVisit, [json, 'Content-Length : 0'], { body: smuggled }),
  ],
  [
    'chunks with a space before the colon',
    request(postVisit, [json, 'Transfer-Encoding : chunked'], { body: `0\r\n\r\n${smuggled}` }),
  ],
  [
    'chunks that are not the last coding',
    request(postVisit, [json, 'Transfer-Encoding: chunked, identity'], {
      body: `0\r\n\r\n${smuggled}`,
    }),
  ],
  [
    'Transfer-Encoding twice',
    request(postVisit, [json, chunked, chunked], { body: `0\r\n\r\n${smuggled}` }),
  ],
  [
    'an unknown transfer coding',
    request(postVisit, [json, 'Transfer-Encoding: xchunked'], { body: `0\r\n\r\n${smuggled}` }),
  ],
  [
    'a chunk size that is not a number',
    request(postVisit, [json, chunked], { body: `zz\r\n{}\r\n0\r\n\r\n${smuggled}` }),
  ],
  [
    'a negative chunk size',
    request(postVisit, [json, chunked], { body: `-2\r\n{}\r\n0\r\n\r\n${smuggled}` }),
  ],
  [
    'a chunk size with a prefix',
    request(postVisit, [json, chunked], { body: `0x2\r\n{}\r\n0\r\n\r\n${smuggled}` }),
  ],
  [
    'a chunk size beyond all integers',
    request(postVisit, [json, chunked], {
      body: `${'F'.repeat(20)}\r\n{}\r\n0\r\n\r\n${smuggled}`,
    }),
  ],
  [
    'a chunk longer than its size',
    request(postVisit, [json, chunked], { body: `2\r\n{}xx\r\n0\r\n\r\n${smuggled}` }),
  ],
  [
    'chunks that end their lines with LF',
    request(postVisit, [json, chunked], { body: `2\n{}\n0\n\n${smuggled}` }),
  ],
  [
    'a chunk extension that ends with LF',
    request(postVisit, [json, chunked], { body: `2;a\n{}\r\n0\r\n\r\n${smuggled}` }),
  ],
  [
    'a chunk extension of 20 KB',
    request(postVisit, [json, chunked], { body: `2;a=${'b'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n` }),
  ],
  [
    'a length among the trailers',
    request(postVisit, [json, chunked], { body: '2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n' }),
  ],
  ['lines that end with LF', `${getHealth}\nHost: a\nConnection: close\n\n`],
  ['one line that ends with LF', `${getHealth}\r\nHost: a\nConnection: close\r\n\r\n`],
  ['a head that ends with LF', `${getHealth}\r\nHost: a\r\nConnection: close\n\n`],
  ['a bare CR', `${getHealth}\r\nHost: a\rX: y\r\nConnection: close\r\n\r\n`],
  ['a folded header', request(getHealth, ['X: a\r\n b'])],
  ['a folded first header', request(getHealth, [' X: a'], { host: false })],
  ['NUL in a value', request(getHealth, ['X: a\0b'])],
  ['NUL in a name', request(getHealth, ['X\0: a'])],
  ['NUL in the path', request('GET /api/\0 HTTP/1.1')],
  ['a space in the path', request('GET /api/a b HTTP/1.1')],
  ['non-ASCII bytes in the path', request('GET /api/\xe9 HTTP/1.1')],
  ['no host', request(getHealth, [], { host: false })],
  ['an authority instead of a path', request('GET evil.example:443 HTTP/1.1')],
  ['an unknown HTTP version', request('GET /api/health HTTP/3.7')],
  ['a version in lower case', request('GET /api/health http/1.1')],
  ['an unknown method', request('BREW /api/health HTTP/1.1')],
  ['a method in lower case', request('get /api/health HTTP/1.1')],
  ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a TLS handshake', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
  ['random bytes', '\0\xff\x01\x02NOISE\r\n\r\n'],
]

const tooLong: [name: string, bytes: string][] = [
  ['a header of 20 KB', request(getHealth, [`X: ${'y'.repeat(20_000)}`])],
  ['three thousand headers', request(getHealth, Array(3_000).fill('a:b'))],
  ['a path of 20 KB', request(`GET /api/${'x'.repeat(20_000)} HTTP/1.1`)],
  [
    'trailers of 20 KB',
    request(postVisit, [json, chunked], {
      body: `2\r\n{}\r\n0\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
    }),
  ],
]

const visit = '{"path":"/","userAgent":"x","timestamp":0}'
const chunkedVisit = `${visit.length.toString(16)};note=x\r\n${visit}\r\n0\r\n\r\n`

const valid: [name: string, bytes: string, statuses: number[]][] = [
  ['a path of 10 KB', request(`GET /api/${'x'.repeat(10_000)} HTTP/1.1`), [404]],
  ['HTTP/1.0', 'GET /api/health HTTP/1.0\r\n\r\n', [200]],
  ['HTTP/0.9', 'GET /api/health\r\n\r\n', [200]],
  ['leading empty lines', `\r\n\r\n${request(getHealth)}`, [200]],
  ['an absolute URL', request('GET http://evil.example/api/health HTTP/1.1'), [200]],
  ['an absolute URL of a page', request('GET http://evil.example/rentals HTTP/1.1'), [404]],
  ['OPTIONS *', request('OPTIONS * HTTP/1.1'), [404]],
  // No response depends on the Host header.
  ['two hosts', request(getHealth, ['Host: evil.example']), [200]],
  ['Upgrade: websocket', request(getHealth, ['Upgrade: websocket']), [200]],
  ['Upgrade: h2c', request(getHealth, ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']), [200]],
  [
    'Expect: 100-continue',
    request(postVisit, [json, 'Expect: 100-continue', 'Content-Length: 2'], { body: '{}' }),
    [100, 400],
  ],
  [
    'an unknown expectation',
    request(postVisit, [json, 'Expect: tea', 'Content-Length: 2'], { body: '{}' }),
    [417],
  ],
  ['a short chunk extension', request(postVisit, [json, chunked], { body: chunkedVisit }), [204]],
  [
    'a request in the body of a GET',
    request(getHealth, [`Content-Length: ${smuggled.length}`], { body: smuggled }),
    [200],
  ],
  [
    'a body over the size limit',
    request(postVisit, [json, 'Content-Length: 300000'], { body: 'x'.repeat(300_000) }),
    [413],
  ],
]

async function expectHealthy() {
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
}

describe('raw connection', () => {
  it.each(ambiguous)('%s gets 400, and nothing after it gets a response', async (_, bytes) => {
    const { statuses, text } = await exchange(server.url, bytes)
    expect(statuses).toEqual([400])
    expect(text).not.toContain(smuggledResponse)
    await expectHealthy()
  })

  it.each(tooLong)('%s gets 431', async (_, bytes) => {
    const { statuses } = await exchange(server.url, bytes)
    expect(statuses).toEqual([431])
    await expectHealthy()
  })

  it.each(valid)('%s gets the expected response', async (_, bytes, expected) => {
    const { statuses, text } = await exchange(server.url, bytes)
    expect(statuses).toEqual(expected)
    expect(text).not.toContain(smuggledResponse)
    expect(text).not.toMatch(/evil\.example|101 Switching/)
    await expectHealthy()
  })

  it('CONNECT opens no tunnel', async () => {
    const { text } = await exchange(server.url, request('CONNECT evil.example:443 HTTP/1.1'))
    expect(text).toBe('')
    await expectHealthy()
  })
})

describe('pipelined requests', () => {
  const keepAlive = { close: false }

  it('get their responses in order', async () => {
    const bytes = [
      request(getHealth, [], keepAlive),
      request(postVisit, [json, `Content-Length: ${visit.length}`], { body: visit, close: false }),
      request('GET /api/nothing HTTP/1.1', [], keepAlive),
      request('GET /rentals HTTP/1.1'),
    ].join('')
    const { statuses, text } = await exchange(server.url, bytes)
    expect(statuses).toEqual([200, 204, 404, 200])
    expect(text.indexOf('"status":"ok"')).toBeLessThan(text.indexOf("There's nothing"))
  })

  it('all get a response, up to a hundred', async () => {
    const bytes = request(getHealth, [], keepAlive).repeat(99) + request(getHealth)
    expect((await exchange(server.url, bytes)).statuses).toEqual(Array(100).fill(200))
  })

  it('stop at the first malformed request', async () => {
    const bytes = `${request('GET /api/nothing HTTP/1.1', [], keepAlive)}BROKEN\r\n\r\n${smuggled}`
    const { text } = await exchange(server.url, bytes)
    expect(text).toContain('HTTP/1.1 400 ')
    expect(text).not.toContain(smuggledResponse)
  })

  it('stop at Connection: close', async () => {
    const { text } = await exchange(server.url, request(getHealth) + smuggled)
    expect(text).not.toContain(smuggledResponse)
  })
})

describe('half-closed connection', () => {
  it('still gets the response', async () => {
    const { statuses } = await exchange(server.url, request(getHealth, [], { close: false }), {
      halfClose: true,
    })
    expect(statuses).toEqual([200])
  })

  it.each([
    ['half a head', 'GET /api/he'],
    ['half a body', request(postVisit, [json, 'Content-Length: 10'], { body: '{}' })],
    ['half a chunk', request(postVisit, [json, chunked], { body: 'ff\r\n{' })],
  ])('after %s gets 400', async (_, bytes) => {
    const { statuses } = await exchange(server.url, bytes, { halfClose: true })
    expect(statuses).toEqual([400])
    await expectHealthy()
  })
})
