import { loadWithAutocannon } from './autocannon.ts'
import { BenchError } from './bench.ts'
import { cpuMicros } from './process-tree.ts'
import type { Server } from './servers.ts'
import { findWrk, loadWithWrk } from './wrk.ts'

export interface Ask {
  path?: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

/** What is asked, of whom: the same few requests in turn, or a new one every time. */
export interface Workload {
  name: string
  server: Server
  asks: Ask[] | Asking
}

export interface Asking {
  next: () => Ask
  /** More than can be answered, so that none has to be sent twice in a round. */
  mostPerSecond: number
}

/** What came of a workload. */
export interface Measured {
  answers: number
  failures: number
  /** What is known of the failures. */
  trouble: string
  seconds: number
  /** Of the server. */
  cpuMicros: number
  p50: number
  p99: number
  bytes: number
}

export interface Sample {
  perSecond: number
  cpuMicros: number
  p50: number
  p99: number
  bytes: number
}

export const connections = 10

/** As many requests as a few connections can make in that time, each of which must succeed. */
export async function load(workload: Workload, seconds: number): Promise<Sample> {
  const send = findWrk() ? loadWithWrk : loadWithAutocannon
  const cpu = () => cpuMicros(workload.server.pid)
  const { answers, failures, trouble, ...measured } = await send(workload, seconds, cpu)
  if (failures > 0 || answers === 0) {
    throw new BenchError(
      `${workload.name}: ${failures} of ${answers} requests failed (${trouble}). A 503 means that this machine is too busy to measure on.`,
    )
  }
  return {
    perSecond: answers / measured.seconds,
    cpuMicros: measured.cpuMicros / answers,
    p50: measured.p50,
    p99: measured.p99,
    bytes: measured.bytes / answers,
  }
}

/** Who asks, for the words below a table. */
export const clientName = () => (findWrk() ? 'wrk' : 'autocannon')
