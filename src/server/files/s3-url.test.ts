import { describe, expect, it } from 'vitest'
import { isSameBucket, parseS3Url, type S3Config } from './s3-url.ts'

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

describe('isSameBucket', () => {
  const parse = (address: string) => parseS3Url(`s3://k:s@${address}`) as S3Config

  it.each([
    ['store.example:9000/photos', 'store.example:9000/photos'],
    ['store.example/photos', 'STORE.Example/photos/'],
    ['store.example/photos', 'store.example:443/photos'],
    ['store.example/photos', 'store.example:9000/photos?tls=0'],
    ['store.example/photos', 'store.example./Photos?region=ca-1'],
    ['store.example/photos', 'photos.store.example/backups'],
    ['[::1]:9000/photos', '[0:0:0:0:0:0:0:1]:9000/photos'],
    ['s3.amazonaws.com/photos', 's3.ca-central-1.amazonaws.com/photos'],
    ['s3.amazonaws.com/photos', 'photos.s3.ca-central-1.amazonaws.com/backups'],
  ])('recognizes %s as %s', (one, other) => {
    expect(isSameBucket(parse(one), parse(other))).toBe(true)
    expect(isSameBucket(parse(other), parse(one))).toBe(true)
  })

  it.each([
    ['store.example/photos', 'store.example/backups'],
    ['store.example/photos', 'other.example/photos'],
    ['s3.amazonaws.com/photos', 's3.amazonaws.com/photos-backups'],
    ['s3.amazonaws.com/photos', 's3.example/photos'],
  ])('tells %s from %s', (one, other) => {
    expect(isSameBucket(parse(one), parse(other))).toBe(false)
    expect(isSameBucket(parse(other), parse(one))).toBe(false)
  })
})
