import type { FastifyRequest } from 'fastify'
import { secondMs } from '../durations.ts'
import { OverloadedError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { isInProcess } from '../http/in-process.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Counted as one of the concurrent reads. */
    isRunningRead: boolean
  }
}

const lagSampleMs = 50
const reportMs = secondMs

interface LoadSheddingOptions {
  maxEventLoopLagMs: number
  /** Reads share the event loop: more of them at a time make each of its turns longer. */
  maxConcurrentReads: number
  /** Length of the queue behind the concurrent reads. */
  maxWaiting: number
}

/** Answers 503 to requests beyond what can be served soon, so that accepted requests stay fast. */
export function registerLoadShedding(app: App, options: LoadSheddingOptions) {
  const { maxEventLoopLagMs, maxConcurrentReads, maxWaiting } = options
  const queue = new Map<FastifyRequest, () => void>()
  // One instance: capturing a stack trace for each rejection would cost more than the rejection.
  const overloaded = new OverloadedError()
  app.decorateRequest('isRunningRead', false)
  let reads = 0
  let refused = 0
  // The age of the last tick is the lag right now; a mean over seconds would react too late.
  let lastTickAt = performance.now()
  const lagTimer = setInterval(() => {
    lastTickAt = performance.now()
  }, lagSampleMs).unref()
  const reportTimer = setInterval(() => {
    if (refused > 0) app.log.warn({ refused }, 'too busy')
    refused = 0
  }, reportMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(lagTimer)
    clearInterval(reportTimer)
  })

  function start(request: FastifyRequest, done: () => void) {
    reads++
    request.isRunningRead = true
    done()
  }

  function finish(request: FastifyRequest) {
    if (!request.isRunningRead) return
    request.isRunningRead = false
    reads--
    // setImmediate lets the event loop turn between two reads.
    if (queue.size > 0) setImmediate(startNext)
  }

  function startNext() {
    const [next] = queue
    if (!next || reads >= maxConcurrentReads) return
    const [request, done] = next
    queue.delete(request)
    start(request, done)
  }

  function refuse(done: (error: Error) => void) {
    refused++
    done(overloaded)
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (isExempt(request)) return done()
    if (performance.now() - lastTickAt > maxEventLoopLagMs) return refuse(done)
    // Writes may wait for a slow upload without using CPU, and have semaphores of their own.
    if (request.method !== 'GET') return done()
    const canStart = reads < maxConcurrentReads && queue.size === 0
    if (!canStart && queue.size >= maxWaiting) return refuse(done)
    if (canStart) return start(request, done)
    queue.set(request, done)
    reply.raw.once('close', () => queue.delete(request))
  })

  // The work ends here: a client that downloads slowly must not hold a slot, and one that has left does until then.
  app.addHook('onSend', (request, _reply, payload, done) => {
    finish(request)
    done(null, payload)
  })
}

/** Files are cheap and a page needs its scripts; in-process requests belong to a page already counted. */
function isExempt({ raw, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.skipLoadShedding === true || isInProcess(raw)
}
