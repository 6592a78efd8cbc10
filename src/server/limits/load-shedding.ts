import type { FastifyRequest } from 'fastify'
import { secondMs } from '../durations.ts'
import { OverloadedError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { isInProcess } from '../http/in-process.ts'
import { clientSite } from './client-network.ts'
import { FairQueue } from './queues.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request counts as one of the concurrent reads. */
    isRunningRead: boolean
  }
}

interface WaitingRead {
  request: FastifyRequest
  done: (error?: Error) => void
}

const lagSampleMs = 50
const reportMs = secondMs
/** How long one turn of the event loop may start reads that need not wait, and how long it may refuse others. */
const turnMs = 5
/** How long turns may do nothing but accept connections. */
const acceptingMs = 25
/**
 * How many refusals may wait for their turn. Further ones are sent at once: one connection can send any number of
 * requests.
 */
const maxRefusalsWaiting = 1_000

interface LoadSheddingOptions {
  maxEventLoopLagMs: number
  /** How many reads run at a time. They share the event loop, so more reads make each of its turns longer. */
  maxConcurrentReads: number
  /** The length of the queue behind the concurrent reads. */
  maxWaiting: number
}

/** Answers 503 to requests that cannot be served soon, so that accepted requests stay fast. */
export function registerLoadShedding(app: App, options: LoadSheddingOptions) {
  const { maxEventLoopLagMs, maxConcurrentReads, maxWaiting } = options
  const queue = new FairQueue<WaitingRead>(maxWaiting)
  const refusals: ((error: Error) => void)[] = []
  // All rejections share one error, because capturing a stack trace for each would cost more than the rejection.
  const overloaded = new OverloadedError()
  app.decorateRequest('isRunningRead', false)
  let reads = 0
  let refused = 0
  let isScheduled = false
  let turnEndsAt = Infinity
  let hasAccepted = false
  let acceptingSince: number | undefined
  app.server.on('connection', () => {
    hasAccepted = true
  })
  // The age of the last tick is the current lag. A mean over seconds would react too late.
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

  const canStart = () => reads < maxConcurrentReads && performance.now() < turnEndsAt

  function start(request: FastifyRequest, done: () => void) {
    reads++
    request.isRunningRead = true
    if (turnEndsAt === Infinity) turnEndsAt = performance.now() + turnMs
    schedule()
    done()
  }

  function finish(request: FastifyRequest) {
    if (!request.isRunningRead) return
    request.isRunningRead = false
    reads--
    schedule()
  }

  function refuse(done: (error: Error) => void) {
    if (refusals.length >= maxRefusalsWaiting) return done(overloaded)
    refusals.push(done)
    schedule()
  }

  function schedule() {
    if (isScheduled) return
    isScheduled = true
    setImmediate(work)
  }

  /**
   * Starts one read and sends a few refusals in each turn of the event loop. libuv accepts one connection per turn, so
   * with long turns new clients would wait for seconds behind hundreds of others. While connections arrive, turns
   * therefore only accept.
   */
  function work() {
    isScheduled = false
    turnEndsAt = Infinity
    const now = performance.now()
    if (hasAccepted) acceptingSince ??= now
    else acceptingSince = undefined
    hasAccepted = false
    if (acceptingSince === undefined || now - acceptingSince > acceptingMs) {
      acceptingSince = undefined
      startNext()
      refuseSome()
    }
    if (refusals.length > 0 || (queue.length > 0 && reads < maxConcurrentReads)) schedule()
  }

  /** Starts one waiting read. Several would meet again in a later turn, when the database has answered all of them. */
  function startNext() {
    const next = canStart() && queue.takeNext()
    if (next) start(next.request, next.done)
  }

  function refuseSome() {
    const until = performance.now() + turnMs
    while (refusals.length > 0 && performance.now() < until) refusals.shift()?.(overloaded)
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (isExempt(request)) return done()
    if (performance.now() - lastTickAt > maxEventLoopLagMs) return refuse(done)
    // Writes may wait for a slow upload without using CPU, and have their own semaphores.
    if (request.method !== 'GET' && request.method !== 'HEAD') return done()
    if (queue.length === 0 && canStart()) return start(request, done)
    const read: WaitingRead = { request, done }
    const site = clientSite(request.ip)
    const dropped = queue.add(site, read)
    if (dropped) refuse(dropped.done)
    if (dropped === read) return
    schedule()
    reply.raw.once('close', () => queue.remove(site, read))
  })

  // Rejections by semaphores count too, because a flood of logins must not become a flood of lines.
  app.addHook('onError', (_request, _reply, error, done) => {
    if (error instanceof OverloadedError) refused++
    done()
  })

  // The slot is free once the response is ready, so a slow download does not hold it. If the client disconnects earlier,
  // the slot still waits for the response.
  app.addHook('onSend', (request, _reply, payload, done) => {
    finish(request)
    done(null, payload)
  })
}

/**
 * Whether load shedding ignores the request. Files and the health check are cheap, a page needs its scripts, and
 * in-process requests belong to a page that is already counted.
 */
function isExempt({ raw, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.skipLoadShedding === true || isInProcess(raw)
}
