import { describe, expect, it } from 'vitest'
import { parseListObjectsXml } from './list-objects-xml.ts'

const head =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>photos</Name>'
const contents = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-15T05:30:16.000Z</LastModified><Size>5</Size></Contents>`

describe('parseListObjectsXml', () => {
  it('returns keys, times and the continuation token', () => {
    const xml = `${head}<IsTruncated>true</IsTruncated>${contents('uploads/a&amp;b&#x41;&#66;.webp')}${contents('c')}<NextContinuationToken>a/b+c==</NextContinuationToken></ListBucketResult>\n`
    const modifiedAt = Date.UTC(2026, 10, 15, 5, 30, 16)
    expect(parseListObjectsXml(xml)).toEqual({
      objects: [
        { key: 'uploads/a&bAB.webp', modifiedAt },
        { key: 'c', modifiedAt },
      ],
      continuationToken: 'a/b+c==',
    })
  })

  it('accepts an empty list', () => {
    const xml = `${head}<IsTruncated>false</IsTruncated></ListBucketResult>`
    expect(parseListObjectsXml(xml)).toEqual({ objects: [], continuationToken: undefined })
  })

  it('does not take escaped markup in a key for an element', () => {
    const escaped = contents('&lt;IsTruncated&gt;true&lt;/IsTruncated&gt;')
    const page = parseListObjectsXml(
      `${head}${escaped}<IsTruncated>false</IsTruncated></ListBucketResult>`,
    )
    expect(page?.objects[0]?.key).toBe('<IsTruncated>true</IsTruncated>')
    expect(page?.continuationToken).toBeUndefined()
  })

  it.each([
    ['another document', '<html></html>'],
    ['a truncated document', `${head}${contents('a')}`],
    [
      'an invalid time',
      `${head}<Contents><Key>a</Key><LastModified>?</LastModified></Contents></ListBucketResult>`,
    ],
    [
      'a truncated list without a token',
      `${head}<IsTruncated>true</IsTruncated>${contents('a')}</ListBucketResult>`,
    ],
  ])('returns undefined for %s', (_, xml) => {
    expect(parseListObjectsXml(xml)).toBeUndefined()
  })
})
