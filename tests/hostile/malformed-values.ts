import fc from 'fast-check'
import { invalidIds } from '#tests/support/listing-inputs.ts'

const long = 'x'.repeat(6_000)

export const malformedTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00',
  '\u202e\u2066',
  '\ufeff\ufffe\uffff',
  '👩‍👩‍👧‍👦'.repeat(50),
  '\u2028\u2029\u0085\u000b',
  long,
  'NaN',
  'Infinity',
  '1e400',
  '-0',
  '0x1F',
  '９９',
  '1_000',
  '2027-02-30',
  '0000-00-00',
  '+275760-09-13',
  "' OR 1=1 --",
  '"; DROP TABLE listings; --',
  '%_\\',
  '$1 ? ?1 :a @b',
  '#{7*7}{{7*7}}<%= 7*7 %>',
  'NEAR(a b) AND "x" OR -y*',
  "a & !b | (c:* <-> 'd')",
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  'file:///etc/passwd',
  '../../etc/passwd',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '[]',
  '{"__proto__":{"polluted":true}}',
]

const deep = 10_000

/** These values are text, because JSON.stringify cannot write some of them. */
const malformedJson = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '0.1234567890123456789',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '2147483648',
  '9223372036854775808',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"length":1e9}',
  '{"url":{"url":{"url":1}}}',
  '{"toString":1,"valueOf":2}',
  '{"__proto__":{"polluted":true}}',
  '{"\\u005f_proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  `[${'0,'.repeat(2_000)}0]`,
  `${'['.repeat(deep)}${']'.repeat(deep)}`,
  `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
  `${'['.repeat(deep)}{"__proto__":1}${']'.repeat(deep)}`,
  JSON.stringify('['.repeat(deep) + ']'.repeat(deep)),
]

const malformedText = fc.oneof(
  fc.constantFrom(...malformedTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('\0', '\ud800', '"', '\\', '<', '%', '1', 'a', ','),
    maxLength: 20,
  }),
)

/** JSON values that are invalid for most fields of the API. */
export const malformedJsonValue: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...malformedJson),
  malformedText.map((text) => JSON.stringify(text)),
  fc.double().map((number) => JSON.stringify(number)),
  fc.json({ maxDepth: 3 }),
)

/** Bodies that are not JSON, or that no route expects. */
export const malformedBody: fc.Arbitrary<string | Buffer> = fc.oneof(
  malformedJsonValue,
  fc.constantFrom<string | Buffer>(
    '',
    ' ',
    '{',
    '{"a":',
    '{"a":1}{"a":2}',
    '{"a":1,"a":2}',
    "{'a':1}",
    '\ufeff{}',
    'undefined',
    '[1,]',
    `{"a":"${'x'.repeat(270_000)}"}`,
    '['.repeat(deep),
    '{"a":['.repeat(deep),
    Buffer.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
    Buffer.from('{"email":"\xff\xfe\xed\xa0\x80"}', 'latin1'),
    Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
  ),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
)

/** Path segments, percent-encoded correctly or not. */
export const malformedSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...invalidIds,
    '2147483648',
    '9999999999',
    '%',
    '%zz',
    '%ff',
    '%C0%80',
    '%ed%a0%80',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '..%5c..%5cx',
    '1%2f2',
    '1;x=2',
    '1,2',
    '__proto__',
    'constructor',
    'me',
    'x'.repeat(3_000),
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).map(percentEncode),
)

export function percentEncode(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

const malformedQueryValue = fc.oneof(
  malformedText.map(percentEncode),
  fc.constantFrom('', '1', '%', '%zz', '%00', '%ff', '%ed%a0%80', '+', '=', '[]'),
  // These are decoded cursors of a list.
  fc
    .constantFrom(
      'new 1 1',
      'price 999999999 9999999999',
      '-price 0 0',
      'new -1 1',
      'new 1e9 1',
      '',
    )
    .map((text) => Buffer.from(text).toString('base64url')),
)

/** Generates known parameters with malformed values, and query strings that parsers read differently. */
export function malformedQuery(names: string[]): fc.Arbitrary<string> {
  const name = fc.constantFrom(...names, '__proto__', 'constructor', 'utm_source', '')
  const pair = fc
    .tuple(name, fc.constantFrom('', '[]', '[0]', '[a][b]', '.x'), malformedQueryValue)
    .map(([key, suffix, value]) => `${key}${suffix}=${value}`)
  return fc.oneof(
    { weight: 6, arbitrary: fc.array(pair, { maxLength: 5 }).map((pairs) => pairs.join('&')) },
    fc.constantFrom('&&&', '=', '?', '%', ';', names.join('&'), 'a=1&'.repeat(1_500)),
  )
}

const headerText = fc.oneof(
  fc.constantFrom('', '*', '"', ',', ',,,,,', ';q=', 'br;q=x, gzip;q=1e400', 'x'.repeat(4_000)),
  fc.string({
    unit: fc.constantFrom('a', '=', ';', ',', '"', '%', '\t', '\u00e9', ' '),
    maxLength: 30,
  }),
)

const cookieText = fc.oneof(
  fc.constantFrom(
    'quad',
    'quad=',
    'quad==',
    'quad=%00.%00',
    `quad=${'a'.repeat(22)}.${'b'.repeat(43)}`,
    `quad=${'a'.repeat(22)}.${'b'.repeat(43)}; quad=x`,
    `quad="${'a'.repeat(22)}.${'b'.repeat(43)}"`,
    '__proto__=1; constructor=2',
    'a=1; '.repeat(500),
    '=;=;=',
  ),
  headerText,
)

/** Header values that HTTP clients and servers still transmit. */
export const malformedHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'content-encoding',
    'forwarded',
    'host',
    'if-match',
    'if-modified-since',
    'if-none-match',
    'origin',
    'range',
    'sec-fetch-site',
    'user-agent',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-http-method-override',
  ),
  headerText,
  { maxKeys: 4 },
)

export const malformedCookie = cookieText.map((cookie) => ({ cookie }))

export const malformedContentType = fc.constantFrom(
  '',
  'application/json; charset=utf-16',
  'application/json; charset="',
  'APPLICATION/JSON ;;;',
  'application/json, text/html',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/html',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/mixed; boundary=a',
  '/',
  'a/b/c',
  '*/*',
  'x'.repeat(2_000),
)
