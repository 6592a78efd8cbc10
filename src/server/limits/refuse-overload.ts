import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { TooBusy } from '../errors.ts'
import type { App } from '../http.ts'

const tickMs = 50
const reportMs = 1_000

interface Limits {
  /** How far the process may be behind with its work. */
  behindMs: number
  /** How many reads may be worked on at once: together they are how long a turn of the event loop takes. */
  atOnce: number
  /** How many more may wait for that. */
  waiting: number
}

type Begin = () => void

/** Refuses requests beyond what can be answered soon, so that those that are taken are. */
export function refuseOverload(app: App, { behindMs, atOnce, waiting }: Limits) {
  const underWay = new WeakSet<FastifyRequest>()
  const line = new Map<FastifyRequest, Begin>()
  // Made once: where it is thrown from interests nobody, and finding out would take longer than the rest.
  const busy = new TooBusy()
  let reads = 0
  let refused = 0
  // How long ago the event loop last came round is known at once; a mean over seconds comes too late.
  let cameRoundAt = performance.now()
  const clock = setInterval(() => {
    cameRoundAt = performance.now()
  }, tickMs).unref()
  const report = setInterval(() => {
    if (refused > 0) app.log.warn({ refused }, 'too busy')
    refused = 0
  }, reportMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(clock)
    clearInterval(report)
  })

  function begin(request: FastifyRequest, done: Begin) {
    reads++
    underWay.add(request)
    done()
  }

  function end(request: FastifyRequest) {
    line.delete(request)
    if (!underWay.delete(request)) return
    reads--
    // In the next turn of the event loop, so that it comes round between one piece of work and another.
    if (line.size > 0) setImmediate(beginNext)
  }

  function beginNext() {
    const [next] = line
    if (!next || reads >= atOnce) return
    const [request, done] = next
    line.delete(request)
    begin(request, done)
  }

  function refuse(done: (error: Error) => void) {
    refused++
    done(busy)
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (isExempt(request)) return done()
    if (performance.now() - cameRoundAt > behindMs) return refuse(done)
    // Other requests may wait for a slow sender, and have limits where they do their work.
    if (request.method !== 'GET') return done()
    const mayBegin = reads < atOnce && line.size === 0
    if (!mayBegin && line.size >= waiting) return refuse(done)
    reply.raw.once('close', () => end(request))
    if (mayBegin) begin(request, done)
    else line.set(request, done)
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
