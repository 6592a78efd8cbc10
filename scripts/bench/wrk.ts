import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '#tests/support/find-program.ts'
import {
  type BenchRequest,
  connections,
  type LoadResult,
  type RequestGenerator,
  type Workload,
} from './workload.ts'

let found: { path: string | undefined } | undefined

/** Returns the path of wrk, if it is installed. The result is cached. */
export function findWrk(): string | undefined {
  found ??= { path: findProgram('wrk') }
  return found.path
}

/** The report that wrk.lua prints. */
interface WrkReport {
  responses: number
  bytes: number
  micros: number
  p50: number
  p99: number
  errorStatuses: number
  socketErrors: number
}

/** Writes the requests to a file first, because generating them takes longer than sending them. */
export async function loadWithWrk(
  { server, requests }: Workload,
  seconds: number,
  readCpuMicros: () => number,
): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'quad-wrk-'))
  try {
    const file = join(folder, 'requests')
    const all = Array.isArray(requests) ? requests : generateRequests(requests, seconds)
    writeFileSync(file, all.map((request) => formatHttpRequest(request, server.url)).join('\0'))
    const script = join(import.meta.dirname, 'wrk.lua')
    const cpuBefore = readCpuMicros()
    const { stdout } = await promisify(execFile)(findWrk() ?? 'wrk', [
      ...['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, server.url],
      ...['--', file],
    ])
    const cpuMicros = readCpuMicros() - cpuBefore
    const report: WrkReport = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    const { responses, bytes, micros, p50, p99, errorStatuses, socketErrors } = report
    if (!Array.isArray(requests)) all.splice(0, responses)
    return {
      cpuMicros,
      responses,
      failures: errorStatuses + socketErrors,
      failureDetails: `${errorStatuses} with an error status, ${socketErrors} without a response`,
      seconds: micros / 1e6,
      p50: p50 / 1_000,
      p99: p99 / 1_000,
      bytes,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The requests that an earlier round generated and did not send. */
const unsentRequests = new WeakMap<RequestGenerator, BenchRequest[]>()

function generateRequests(generator: RequestGenerator, seconds: number): BenchRequest[] {
  const requests = unsentRequests.get(generator) ?? []
  while (requests.length < generator.maxPerSecond * seconds) requests.push(generator.next())
  unsentRequests.set(generator, requests)
  return requests
}

function formatHttpRequest(
  { method = 'GET', path = '/', headers, body = '' }: BenchRequest,
  url: string,
): string {
  const allHeaders = {
    host: new URL(url).host,
    ...headers,
    ...(body && { 'content-length': Buffer.byteLength(body) }),
  }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
