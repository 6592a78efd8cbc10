/** Whether an If-None-Match header lists this ETag; it compares weakly, as RFC 9110 says for GET. */
export function matchesEtag(header: string | undefined, etag: string | undefined): boolean {
  if (!header || !etag) return false
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
