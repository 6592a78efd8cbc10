import { once } from 'node:events'
import autocannon, { type Client, type Request, type Result } from 'autocannon'
import { BenchError } from './bench.ts'
import { quantile } from './median.ts'
import { cpuMicros } from './process-tree.ts'
import type { Server } from './servers.ts'

export type Ask = Pick<Request, 'path' | 'method' | 'headers' | 'body'>

/** What is asked, of whom: the same few requests in turn, or a new one every time. */
export interface Workload {
  name: string
  server: Server
  asks: Ask[] | (() => Ask)
}

export interface Sample {
  perSecond: number
  cpuMicros: number
  p50: number
  p99: number
  bytes: number
}

const connections = 10

/** As many requests as a few connections can make in that time, each of which must succeed. */
export async function load({ name, server, asks }: Workload, seconds: number): Promise<Sample> {
  const requests = Array.isArray(asks)
    ? asks
    : [{ setupRequest: (usual: Request) => ({ ...usual, ...asks() }) }]
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
  const cpu = cpuMicros(server.pid)
  const started = performance.now()
  const [result] = (await once(run, 'done')) as [Result]
  const elapsed = (performance.now() - started) / 1_000
  const spent = cpuMicros(server.pid) - cpu
  const failures = result.non2xx + result.errors
  if (failures > 0 || times.length === 0) {
    const statuses = Object.keys(result.statusCodeStats ?? {}).join(', ')
    throw new BenchError(
      `${name}: ${failures} of ${times.length} requests failed (statuses ${statuses}; ${result.errors} without an answer). A 503 means that this machine is too busy to measure on.`,
    )
  }
  return {
    perSecond: times.length / elapsed,
    cpuMicros: spent / times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    bytes: bytes / times.length,
  }
}

/** It would read every body as text, and for compressed bytes needs longer than the server for the page. */
function keepNoBodies(client: Client & { pipelinedRequests?: { addBody: () => void } }) {
  if (!client.pipelinedRequests) throw new Error('autocannon keeps bodies elsewhere now.')
  client.pipelinedRequests.addBody = () => undefined
}
