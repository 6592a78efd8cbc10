import type { FastifyRequest } from 'fastify'

type Poll = Pick<FastifyRequest, 'user' | 'url' | 'messageVersion' | 'versions'>

/**
 * What the session's own query has read: it changes with everything that the student's threads and their listings show.
 * With the path and cursor, so that the tag of one page is none of another.
 */
function versionOf({ user, url, messageVersion, versions }: Poll): string {
  const page = url.replaceAll(/[^\w]+/g, '_')
  return [page, user?.id, messageVersion, ...Object.values(versions ?? {})].join('-')
}

/**
 * Names the versions of a response, and until when it holds by the clock, which ends listings and threads. Weak: the
 * compression hook encodes the response.
 */
export const threadEtag = (request: Poll, validUntil: number): string =>
  `W/"${versionOf(request)}.${validUntil}"`

/** The tag of what the client has, if that is still so. */
export function findUnchanged(
  request: Poll & { headers: { 'if-none-match'?: string } },
  now: number,
): string | undefined {
  const version = versionOf(request)
  const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim())
  return tags?.find((tag) => {
    const [, tagVersion, validUntil] = /^W\/"(.*)\.(\d+)"$/.exec(tag) ?? []
    return tagVersion === version && now < Number(validUntil)
  })
}
