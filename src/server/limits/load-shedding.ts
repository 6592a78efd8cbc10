import type { FastifyRequest } from 'fastify'
import { secondMs } from '../durations.ts'
import { OverloadedError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { isInProcess } from '../http/in-process.ts'
import { clientSite } from './client-network.ts'
import { FairQueue } from './queues.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it counts as one of the concurrent reads. */
    isRunningRead: boolean
  }
}

interface WaitingRead {
  request: FastifyRequest
  done: (error?: Error) => void
}

const lagSampleMs = 50
const reportMs = secondMs
/** How long one turn of the event loop starts reads that need not wait, and how long it refuses others. */
const turnMs = 5
/** How long turns may do nothing but accept connections. */
const acceptingMs = 25
/** Further refusals do not wait, because one connection can send any number of requests in a row. */
const maxRefusalsWaiting = 1_000

interface LoadSheddingOptions {
  maxEventLoopLagMs: number
  /** Reads share the event loop: more of them at a time make each of its turns longer. */
  maxConcurrentReads: number
  /** The length of the queue behind the concurrent reads. */
  maxWaiting: number
}

/** Answers 503 to requests beyond what can be served soon, so that accepted requests stay fast. */
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
   * Starts one read and sends a few refusals in each turn of the event loop. libuv accepts one connection a turn: with
   * long turns new clients would wait for seconds behind hundreds of others. So while connections arrive, turns only
   * accept.
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

  /** Starts only one: several would meet again in a later turn, when the database has answered all of them. */
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
    // Writes may wait for a slow upload without using CPU, and have semaphores of their own.
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

  // Rejections by semaphores count too: a flood of logins must not become a flood of lines.
  app.addHook('onError', (_request, _reply, error, done) => {
    if (error instanceof OverloadedError) refused++
    done()
  })

  // The work ends here: a client that downloads slowly must not hold a slot, and one that has left does until then.
  app.addHook('onSend', (request, _reply, payload, done) => {
    finish(request)
    done(null, payload)
  })
}

/** Files and the health check are cheap, and a page needs its scripts; in-process requests belong to a page already counted. */
function isExempt({ raw, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.skipLoadShedding === true || isInProcess(raw)
}
