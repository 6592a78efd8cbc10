import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tryAgainSoon } from '../errors.ts'
import type { App } from '../http.ts'

const tickMs = 50

interface Limits {
  /** How far the process may be behind with its work. */
  behindMs: number
  /** How many reads may be under way. */
  readsAtOnce: number
}

/** Refuses requests beyond what can be answered soon, so that those that are taken are. */
export function refuseOverload(app: App, { behindMs, readsAtOnce }: Limits) {
  const underWay = new WeakSet<FastifyRequest>()
  let reads = 0
  // How long ago the event loop last came round is known at once; a mean over seconds comes too late.
  let cameRoundAt = performance.now()
  const clock = setInterval(() => {
    cameRoundAt = performance.now()
  }, tickMs).unref()
  app.addHook('onClose', async () => clearInterval(clock))

  /** Other requests may wait for a slow sender, and have limits where they do their work. */
  function begin(request: FastifyRequest, reply: FastifyReply) {
    if (request.method !== 'GET') return
    reads++
    underWay.add(request)
    reply.raw.once('close', () => end(request))
  }

  function end(request: FastifyRequest) {
    if (underWay.delete(request)) reads--
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (isExempt(request)) return done()
    const isBehind = performance.now() - cameRoundAt > behindMs
    if (isBehind || reads >= readsAtOnce) return done(tryAgainSoon())
    begin(request, reply)
    done()
  })

  // The work is done now: a reader who takes the answer slowly keeps nobody else waiting.
  app.addHook('onSend', (request, _reply, payload, done) => {
    end(request)
    done(null, payload)
  })
}

/** Files cost nothing, a page without its code is of no use to anyone, and a page's own data is part of the page. */
function isExempt({ raw, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isFile === true || !(raw.socket instanceof Socket)
}
