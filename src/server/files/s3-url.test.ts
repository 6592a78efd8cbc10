import { describe, expect, it } from 'vitest'
import { parseS3Url } from './s3-url.ts'

describe('parseS3Url', () => {
  it('decodes key and secret', () => {
    expect(
      parseS3Url('s3://test%3Atester:se%2Fc%2Br%40t@store.example:9000/photos?region=ca-1&tls=0'),
    ).toEqual({
      origin: 'http://store.example:9000',
      bucket: 'photos',
      region: 'ca-1',
      key: 'test:tester',
      secret: 'se/c+r@t',
    })
  })

  it('defaults to TLS and us-east-1', () => {
    expect(parseS3Url('s3://k:s@s3.example/my.photos-1/')).toMatchObject({
      origin: 'https://s3.example',
      bucket: 'my.photos-1',
      region: 'us-east-1',
    })
    expect(parseS3Url('s3://k:s@[::1]:9000/photos?tls=0')).toMatchObject({
      origin: 'http://[::1]:9000',
    })
  })

  it.each([
    ['https://k:s@host/bucket', /must be a URL like s3:/],
    ['s3:bucket', /must be a URL like s3:/],
    ['s3://host/bucket', /key and the secret/],
    ['s3://key@host/bucket', /key and the secret/],
    ['s3://:secret@host/bucket', /key and the secret/],
    ['s3://key:%zz@host/bucket', /key and the secret/],
    ['s3://k:s@host', /one bucket/],
    ['s3://k:s@host/', /one bucket/],
    ['s3://k:s@host/a/b', /one bucket/],
    ['s3://k:s@host/no%20pe', /one bucket/],
    ['s3://k:s@host/bucket?tls=yes', /tls=0 or tls=1/],
    ['s3://k:s@host/bucket?region=', /region/],
    ['s3://k:s@host/bucket?region=moon_1', /region/],
    ['s3://k:s@host/bucket?region=moon-', /region/],
    ['s3://k:s@host/bucket?ssl=0', /no parameters but/],
    ['s3://k:s@ho st/bucket', /must be a URL like s3:|host/],
  ])('rejects %s', (text, problem) => {
    expect(parseS3Url(text)).toEqual({ problem: expect.stringMatching(problem) })
  })
})
