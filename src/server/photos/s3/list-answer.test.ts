import { describe, expect, it } from 'vitest'
import { readListAnswer } from './list-answer.ts'

const head =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>photos</Name>'
const contents = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-15T05:30:16.000Z</LastModified><Size>5</Size></Contents>`

describe('a list from the store', () => {
  it('gives keys and times, and the way to the next page', () => {
    const xml = `${head}<IsTruncated>true</IsTruncated>${contents('uploads/a&amp;b&#x41;&#66;.webp')}${contents('c')}<NextContinuationToken>a/b+c==</NextContinuationToken></ListBucketResult>\n`
    const since = Date.UTC(2026, 10, 15, 5, 30, 16)
    expect(readListAnswer(xml)).toEqual({
      objects: [
        { key: 'uploads/a&bAB.webp', since },
        { key: 'c', since },
      ],
      next: 'a/b+c==',
    })
  })

  it('may be empty', () => {
    const xml = `${head}<IsTruncated>false</IsTruncated></ListBucketResult>`
    expect(readListAnswer(xml)).toEqual({ objects: [], next: undefined })
  })

  it('takes no key for an element of the list', () => {
    const odd = contents('&lt;IsTruncated&gt;true&lt;/IsTruncated&gt;')
    const answer = readListAnswer(
      `${head}${odd}<IsTruncated>false</IsTruncated></ListBucketResult>`,
    )
    expect(answer?.objects[0]?.key).toBe('<IsTruncated>true</IsTruncated>')
    expect(answer?.next).toBeUndefined()
  })

  it.each([
    ['of something else', '<html></html>'],
    ['cut off', `${head}${contents('a')}`],
    [
      'with a time nobody can read',
      `${head}<Contents><Key>a</Key><LastModified>?</LastModified></Contents></ListBucketResult>`,
    ],
    [
      'that ends without the way on',
      `${head}<IsTruncated>true</IsTruncated>${contents('a')}</ListBucketResult>`,
    ],
  ])('is not read when it is one %s', (_what, xml) => {
    expect(readListAnswer(xml)).toBeUndefined()
  })
})
