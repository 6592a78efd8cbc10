import { describe, expect, it } from 'vitest'
import { hourMs } from '#server/durations.ts'
import { type SignedRequest, verifySignature } from '#tests/support/object-store/signature.ts'

// These are the four examples that AWS publishes for signing requests to S3 with the Authorization header.
const credentials = {
  key: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const now = Date.UTC(2013, 4, 24)
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
    `AWS4-HMAC-SHA256 Credential=${credentials.key}/20130524/us-east-1/s3/aws4_request`,
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

describe('verifySignature', () => {
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
    expect(verifySignature(request, credentials, now)).toBe('ok')
  })

  it.each([
    ['another secret', put, { ...credentials, secret: 'other' }, 'SignatureDoesNotMatch'],
    ['another key', put, { ...credentials, key: 'other' }, 'InvalidAccessKeyId'],
    ['another region', put, { ...credentials, region: 'ca-1' }, 'AuthorizationHeaderMalformed'],
    ['another method', { ...put, method: 'POST' }, credentials, 'SignatureDoesNotMatch'],
    ['another URL', { ...put, url: '/other' }, credentials, 'SignatureDoesNotMatch'],
    ['another body', { ...put, body: Buffer.from('?') }, credentials, 'XAmzContentSHA256Mismatch'],
    [
      'another signed header',
      { ...put, headers: { ...put.headers, date: 'today' } },
      credentials,
      'SignatureDoesNotMatch',
    ],
    [
      'an unsigned x-amz header',
      { ...put, headers: { ...put.headers, 'x-amz-acl': 'public-read' } },
      credentials,
      'AccessDenied',
    ],
    ['no signature', { ...put, headers: {} }, credentials, 'AccessDenied'],
  ] as const)('rejects %s', (_, request, otherCredentials, result) => {
    expect(verifySignature(request, otherCredentials, now)).toBe(result)
  })

  it('rejects a signature that is an hour old', () => {
    expect(verifySignature(put, credentials, now + hourMs)).toBe('RequestTimeTooSkewed')
  })
})
