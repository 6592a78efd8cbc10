import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Audience } from '#contract/rendering.ts'

/** Headers of the API calls that a page makes while it is rendered. They are ignored on requests from a socket. */
export const pageRequestIdHeader = 'x-page-request-id'
export const pageAudienceHeader = 'x-page-audience'

/** A header of the response to such an API call: when its first listing ends, in milliseconds since 1970. */
export const pageExpiryHeader = 'x-page-expiry'

/** Whether the request came through `inject`. Clients always come through a socket. */
export const isInProcess = ({ socket }: IncomingMessage) => !(socket instanceof Socket)

/** Returns the audience of the shared page that makes this call, or undefined for all other requests. */
export function sharedPageAudience(message: IncomingMessage): Audience | undefined {
  const audience = message.headers[pageAudienceHeader]
  if (audience === undefined || !isInProcess(message)) return undefined
  return audience === 'students' ? 'students' : 'visitors'
}
