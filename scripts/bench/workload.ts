import type { Server } from './servers.ts'

export interface BenchRequest {
  path?: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

export interface RequestGenerator {
  next: () => BenchRequest
  /** More than any server answers, so that no request is sent twice in a round. */
  maxPerSecond: number
}

/** Requests to one server: the same few in turn, or a new one every time. */
export interface Workload {
  name: string
  server: Server
  requests: BenchRequest[] | RequestGenerator
}

/** What a load generator reports of one run. */
export interface LoadResult {
  responses: number
  failures: number
  failureDetails: string
  seconds: number
  /** CPU time of the server. */
  cpuMicros: number
  p50: number
  p99: number
  bytes: number
}

/** One run as averages: requests per second; CPU time and bytes per request. */
export interface Sample {
  perSecond: number
  cpuMicros: number
  p50: number
  p99: number
  bytes: number
}

export const connections = 10
