import { hash } from 'node:crypto'

/** Whether an If-None-Match header lists this ETag; it compares weakly, as RFC 9110 says for GET. */
export function matchesEtag(header: string | undefined, etag: string | undefined): boolean {
  if (!header || !etag) return false
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}

/** Strong, for these bytes. */
export const strongEtag = (body: string | Buffer): string =>
  `"${hash('sha256', body, 'base64url').slice(0, 22)}"`

/** Weak, for what they say: a response that the compression hook encodes keeps it. */
export const weakEtag = (body: string): string => `W/${strongEtag(body)}`
