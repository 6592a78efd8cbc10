import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '#tests/support/find-program.ts'
import { type Ask, type Asking, connections, type Measured, type Workload } from './load.ts'

let wrk: { path: string | undefined } | undefined

/** Looked for once. */
export function findWrk(): string | undefined {
  wrk ??= { path: findProgram('wrk') }
  return wrk.path
}

interface Told {
  answers: number
  bytes: number
  micros: number
  p50: number
  p99: number
  refused: number
  broken: number
}

/** The requests are written down first: making them up takes longer than sending them. */
export async function loadWithWrk(
  { server, asks }: Workload,
  seconds: number,
  cpuMicros: () => number,
): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'quad-wrk-'))
  try {
    const requests = join(folder, 'requests')
    const all = Array.isArray(asks) ? asks : madeUp(asks, seconds)
    writeFileSync(requests, all.map((ask) => asText(ask, server.url)).join('\0'))
    const script = join(import.meta.dirname, 'wrk.lua')
    const before = cpuMicros()
    const { stdout } = await promisify(execFile)(findWrk() ?? 'wrk', [
      ...['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, server.url],
      ...['--', requests],
    ])
    const spent = cpuMicros() - before
    const { answers, bytes, micros, p50, p99, refused, broken }: Told = JSON.parse(
      stdout.trim().split('\n').at(-1) ?? '',
    )
    if (!Array.isArray(asks)) all.splice(0, answers)
    return {
      cpuMicros: spent,
      answers,
      failures: refused + broken,
      trouble: `${refused} refused, ${broken} without an answer`,
      seconds: micros / 1e6,
      p50: p50 / 1_000,
      p99: p99 / 1_000,
      bytes,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What was made up for an earlier round and not sent comes first. */
const leftOver = new WeakMap<Asking, Ask[]>()

function madeUp(asking: Asking, seconds: number): Ask[] {
  const asks = leftOver.get(asking) ?? []
  while (asks.length < asking.mostPerSecond * seconds) asks.push(asking.next())
  leftOver.set(asking, asks)
  return asks
}

function asText({ method = 'GET', path = '/', headers, body = '' }: Ask, url: string): string {
  const all = {
    host: new URL(url).host,
    ...headers,
    ...(body && { 'content-length': Buffer.byteLength(body) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
