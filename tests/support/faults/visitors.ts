import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type HttpResponse,
  isTemporarilyUnavailable,
  type RequestOptions,
  sendRequest,
} from './send-request.ts'

/** The result of one request. */
export interface Outcome {
  kind: string
  sentAt: number
  ms: number
  /** The status, or 0 if the connection broke. */
  status: number
  /** Whether the response is a 503 with Retry-After. */
  isUnavailable: boolean
  response?: HttpResponse
  error?: string
}

type KindOfRequest = RequestOptions & { kind: string; url: string }

export type NextRequest = () => KindOfRequest

/** Starts clients that send one request after the other, each over its own connection, until stopped. */
export function startVisitors(count: number, nextRequest: NextRequest) {
  const outcomes: Outcome[] = []
  let isStopped = false

  async function visit() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!isStopped) {
      const outcome = await sendAndRecord({ agent, ...nextRequest() })
      outcomes.push(outcome)
      // The client reconnects after a pause, as a browser does.
      if (outcome.status === 0) await pause(50)
    }
    agent.destroy()
  }

  const visits = Array.from({ length: count }, visit)
  return {
    outcomes,
    async stop() {
      isStopped = true
      await Promise.all(visits)
    },
  }
}

export async function sendAndRecord(request: KindOfRequest) {
  const { kind, url } = request
  const sentAt = performance.now()
  try {
    const response = await sendRequest(url, request)
    const { status, ms } = response
    const isUnavailable = isTemporarilyUnavailable(response)
    return { kind, sentAt, ms, status, isUnavailable, response } satisfies Outcome
  } catch (error) {
    const ms = performance.now() - sentAt
    return {
      kind,
      sentAt,
      ms,
      status: 0,
      isUnavailable: false,
      error: String(error),
    } satisfies Outcome
  }
}

export const isSuccess = ({ status }: Outcome) => status >= 200 && status < 400

/** Counts how often each kind of request had each result: "list 200 ×31". */
export function countByOutcome(outcomes: Outcome[]): string {
  const counts = new Map<string, number>()
  for (const { kind, status, error } of outcomes) {
    const key = `${kind} ${status || error}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].map(([key, count]) => `${key} ×${count}`).join(', ')
}
