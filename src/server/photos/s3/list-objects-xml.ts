export interface ListedObject {
  key: string
  /** In milliseconds since the epoch. */
  modifiedAt: number
}

export interface ListObjectsPage {
  objects: ListedObject[]
  /** Undefined on the last page. */
  continuationToken: string | undefined
}

/** Reads the elements of a ListObjectsV2 response that are needed; undefined if it is not one, or incomplete. */
export function parseListObjectsXml(xml: string): ListObjectsPage | undefined {
  if (!/<ListBucketResult[\s>]/.test(xml) || !xml.trimEnd().endsWith('</ListBucketResult>')) {
    return undefined
  }
  const objects: ListedObject[] = []
  for (const [, contents = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = readElement(contents, 'Key')
    const modifiedAt = Date.parse(readElement(contents, 'LastModified') ?? '')
    if (key === undefined || Number.isNaN(modifiedAt)) return undefined
    objects.push({ key, modifiedAt })
  }
  const rest = xml.replace(/<Contents>.*<\/Contents>/s, '')
  const continuationToken = readElement(rest, 'NextContinuationToken')
  const isTruncated = readElement(rest, 'IsTruncated') === 'true'
  // Without the token, this page must not pass for the whole list.
  if (isTruncated && !continuationToken) return undefined
  return { objects, continuationToken: isTruncated ? continuationToken : undefined }
}

function readElement(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
  return text?.replace(/&(#x?[0-9a-f]+|\w+);/gi, (reference, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? reference
    const code = Number(name.slice(1).replace(/^x/i, '0x'))
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference
  })
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
