import { describe, expect, it } from 'vitest'
import { checkSignature, type SignedRequest } from '#tests/support/object-store/signature.ts'

// The four examples that AWS publishes for signing requests to S3 with the Authorization header.
const keys = {
  key: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const at = Date.UTC(2013, 4, 24)
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

function example(
  method: string,
  url: string,
  signature: string,
  more: { headers?: Record<string, string>; body?: string; hash?: string } = {},
): SignedRequest {
  const headers: Record<string, string> = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': more.hash ?? emptyHash,
    'x-amz-date': '20130524T000000Z',
    ...more.headers,
  }
  const authorization = [
    `AWS4-HMAC-SHA256 Credential=${keys.key}/20130524/us-east-1/s3/aws4_request`,
    `SignedHeaders=${Object.keys(headers).sort().join(';')}`,
    `Signature=${signature}`,
  ].join(',')
  return { method, url, headers: { ...headers, authorization }, body: Buffer.from(more.body ?? '') }
}

const put = example(
  'PUT',
  '/test%24file.text',
  '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  {
    body: 'Welcome to Amazon S3.',
    hash: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
  },
)

describe('the check of signatures', () => {
  it.each([
    example(
      'GET',
      '/test.txt',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      { headers: { range: 'bytes=0-9' } },
    ),
    put,
    example(
      'GET',
      '/?lifecycle',
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ),
    example(
      'GET',
      '/?max-keys=2&prefix=J',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ),
  ])('accepts the published example $method $url', (request) => {
    expect(checkSignature(request, keys, at)).toBe('ok')
  })

  it.each([
    ['another secret', put, { ...keys, secret: 'other' }, 'SignatureDoesNotMatch'],
    ['another key', put, { ...keys, key: 'other' }, 'InvalidAccessKeyId'],
    ['another region', put, { ...keys, region: 'ca-1' }, 'AuthorizationHeaderMalformed'],
    ['another method', { ...put, method: 'POST' }, keys, 'SignatureDoesNotMatch'],
    ['another address', { ...put, url: '/other' }, keys, 'SignatureDoesNotMatch'],
    ['another body', { ...put, body: Buffer.from('?') }, keys, 'XAmzContentSHA256Mismatch'],
    [
      'another signed header',
      { ...put, headers: { ...put.headers, date: 'today' } },
      keys,
      'SignatureDoesNotMatch',
    ],
    [
      'an x-amz header that is not signed',
      { ...put, headers: { ...put.headers, 'x-amz-acl': 'public-read' } },
      keys,
      'AccessDenied',
    ],
    ['no signature', { ...put, headers: {} }, keys, 'AccessDenied'],
  ] as const)('refuses %s', (_what, request, with_, verdict) => {
    expect(checkSignature(request, with_, at)).toBe(verdict)
  })

  it('refuses what was signed an hour ago', () => {
    expect(checkSignature(put, keys, at + 3_600_000)).toBe('RequestTimeTooSkewed')
  })
})
