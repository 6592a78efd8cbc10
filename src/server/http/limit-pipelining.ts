import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies wait for each response; so many others take a few milliseconds together. */
export const maxPendingRequests = 100

/**
 * Ends connections that send many requests without waiting for the responses: all that arrive in one packet are
 * handled in one turn of the event loop, during which nobody else is served.
 */
export function limitPipelining(handle: RequestListener): RequestListener {
  const pending = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const count = (pending.get(socket) ?? 0) + 1
    if (count > maxPendingRequests) {
      socket.destroy()
      return
    }
    pending.set(socket, count)
    response.once('close', () => pending.set(socket, (pending.get(socket) ?? 1) - 1))
    handle(request, response)
  }
}
