export interface ListedObject {
  key: string
  /** When it was written, in milliseconds. */
  since: number
}

export interface ListAnswer {
  objects: ListedObject[]
  /** What asks for the next page. */
  next: string | undefined
}

/** Reads the few elements of a ListObjectsV2 answer that are needed; undefined when it is none. */
export function readListAnswer(xml: string): ListAnswer | undefined {
  if (!/<ListBucketResult[\s>]/.test(xml) || !xml.trimEnd().endsWith('</ListBucketResult>')) {
    return undefined
  }
  const objects: ListedObject[] = []
  for (const [, contents = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = textOf(contents, 'Key')
    const since = Date.parse(textOf(contents, 'LastModified') ?? '')
    if (key === undefined || Number.isNaN(since)) return undefined
    objects.push({ key, since })
  }
  const rest = xml.replace(/<Contents>.*<\/Contents>/s, '')
  const next = textOf(rest, 'NextContinuationToken')
  const isTruncated = textOf(rest, 'IsTruncated') === 'true'
  // Without the way to the rest, what is here must not pass for everything.
  if (isTruncated && !next) return undefined
  return { objects, next: isTruncated ? next : undefined }
}

function textOf(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
  return text?.replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole
    const code = Number(name.slice(1).replace(/^x/i, '0x'))
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
