/** The location and credentials of a bucket in an S3-compatible store. */
export interface S3Config {
  /** The scheme, host and port. */
  origin: string
  bucket: string
  region: string
  key: string
  secret: string
}

export const s3UrlExample = 's3://KEY:SECRET@HOST:PORT/BUCKET?region=R&tls=1'

const bucketName = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/

/** Parses an s3: URL, or returns the problem without quoting the URL, which holds a secret. */
export function parseS3Url(text: string): S3Config | { problem: string } {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || !url.host) {
    return { problem: `must be a URL like ${s3UrlExample}` }
  }
  const key = decode(url.username)
  const secret = decode(url.password)
  if (!key || !secret) {
    return {
      problem: 'must name the key and the secret, percent-encoded, as in s3://KEY:SECRET@…',
    }
  }
  const bucket = url.pathname.replace(/^\//, '').replace(/\/$/, '')
  if (!bucketName.test(bucket)) {
    return { problem: 'must name one bucket after the host, as in …@HOST:PORT/BUCKET' }
  }
  const { region = 'us-east-1', tls = '1', ...others } = Object.fromEntries(url.searchParams)
  if (tls !== '0' && tls !== '1') return { problem: 'must have tls=0 or tls=1' }
  if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(region))
    return { problem: 'must have a region like region=us-east-1' }
  if (Object.keys(others).length > 0 || url.hash) {
    return { problem: 'must have no parameters but region and tls' }
  }
  const origin = URL.parse(`${tls === '1' ? 'https' : 'http'}://${url.host}`)?.origin
  if (!origin) return { problem: 'must have a host that can be looked up' }
  return { origin, bucket, region, key, secret }
}

/**
 * Returns whether two settings name the same bucket. The port and TLS do not count: a wrong refusal costs a new name, and
 * a missed one could publish a backup. A host may begin with the bucket's name, and AWS has several hosts for one bucket.
 */
export function isSameBucket(one: S3Config, other: S3Config): boolean {
  const names = (config: S3Config) => {
    const bucket = config.bucket.toLowerCase()
    const host = new URL(config.origin).hostname.replace(/\.$/, '')
    return { host, bucket, whole: isAmazon(host) ? `${bucket} at AWS` : `${bucket}.${host}` }
  }
  const [a, b] = [names(one), names(other)]
  const contains = ({ host }: typeof a, { bucket, whole }: typeof b) =>
    host === whole || (isAmazon(host) && whole.endsWith(' at AWS') && host.startsWith(`${bucket}.`))
  return a.whole === b.whole || contains(a, b) || contains(b, a)
}

const isAmazon = (host: string) => /(?:^|\.)amazonaws\.com(?:\.cn)?$/.test(host)

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
