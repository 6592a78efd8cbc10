import { once } from 'node:events'
import autocannon, { type Client, type Request, type Result } from 'autocannon'
import { connections, type Measured, type Workload } from './load.ts'
import { quantile } from './median.ts'

/** For machines without wrk. It is written in JavaScript, and with long answers busier than the server. */
export async function loadWithAutocannon(
  { server, asks }: Workload,
  seconds: number,
  cpuMicros: () => number,
): Promise<Measured> {
  const requests = Array.isArray(asks)
    ? asks
    : [{ setupRequest: (usual: Request) => ({ ...usual, ...asks.next() }) }]
  // Fine sampling, so that the run ends when its time is over and not a second later.
  const timing = { duration: seconds, sampleInt: 50 }
  const options = { url: server.url, connections, ...timing, requests, setupClient: keepNoBodies }
  const run = autocannon(options, () => undefined)
  const times: number[] = []
  let bytes = 0
  run.on('response', (_client, _status, size, time) => {
    times.push(time)
    bytes += size
  })
  const before = cpuMicros()
  const started = performance.now()
  const [result] = (await once(run, 'done')) as [Result]
  const statuses = Object.keys(result.statusCodeStats ?? {}).join(', ')
  return {
    cpuMicros: cpuMicros() - before,
    answers: times.length,
    failures: result.non2xx + result.errors,
    trouble: `statuses ${statuses}; ${result.errors} without an answer`,
    seconds: (performance.now() - started) / 1_000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    bytes,
  }
}

/** It would read every body as text, and for compressed bytes needs longer than the server for the page. */
function keepNoBodies(client: Client & { pipelinedRequests?: { addBody: () => void } }) {
  if (!client.pipelinedRequests) throw new Error('autocannon keeps bodies elsewhere now.')
  client.pipelinedRequests.addBody = () => undefined
}
