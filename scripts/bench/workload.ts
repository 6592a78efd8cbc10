import type { Server } from './servers.ts'

export interface BenchRequest {
  path?: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

export interface RequestGenerator {
  next: () => BenchRequest
  /** A rate that is higher than any server can answer, so that no request is sent twice in a round. */
  maxPerSecond: number
}

/** Requests to one server: a few that repeat in turn, or a new one every time. */
export interface Workload {
  name: string
  server: Server
  requests: BenchRequest[] | RequestGenerator
}

/** The report of a load generator about one run. */
export interface LoadResult {
  responses: number
  failures: number
  failureDetails: string
  seconds: number
  /** The CPU time that the server used. */
  cpuMicros: number
  p50: number
  p99: number
  bytes: number
}

/** The averages of one run: requests per second, and CPU time and bytes per request. */
export interface Sample {
  perSecond: number
  cpuMicros: number
  p50: number
  p99: number
  bytes: number
}

export const connections = 10
