import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Arrival } from './arrivals.ts'
import type { CampusRequest, CampusResponse, Client } from './client.ts'

/** Something that people do, and how often they do it. */
export interface Kind {
  name: string
  /** How often it happens in the busiest minute. */
  perSecond: number
  arrive: (send: Send) => Promise<unknown>
}

/** Sends a request and measures it under this name. */
export type Send = (name: string, request: CampusRequest) => Promise<CampusResponse>

export interface RequestResults {
  /** The durations of the successful requests. */
  milliseconds: number[]
  /** The number of failures for each status or error code. */
  failures: Map<string, number>
}

export interface OpenLoopResult {
  requests: Map<string, RequestResults>
  /** How late the load generator itself was at each arrival, in milliseconds. */
  lags: number[]
}

/** Starts each arrival at its planned time, whether or not earlier ones were answered. Waits for all of them. */
export async function runOpenLoop(
  { send }: Pick<Client, 'send'>,
  arrivals: Arrival<Kind>[],
): Promise<OpenLoopResult> {
  const requests: OpenLoopResult['requests'] = new Map()
  const lags: number[] = []
  const started = performance.now()

  /**
   * Measures the first request from its planned time, so that waiting counts. The requests after it count from their own
   * start.
   */
  function createSend(plannedAt: number): Send {
    let firstSince: number | undefined = plannedAt
    return async (name, request) => {
      const since = firstSince ?? performance.now()
      firstSince = undefined
      const { milliseconds, failures } = requests.getOrInsertComputed(name, createResults)
      const response = await send(request)
      const { failure } = response
      if (failure) failures.set(failure, (failures.get(failure) ?? 0) + 1)
      else milliseconds.push(performance.now() - since)
      return response
    }
  }

  const running: Promise<unknown>[] = []
  for (const { kind, at } of arrivals) {
    const plannedAt = started + at
    const waitMs = plannedAt - performance.now()
    await (waitMs > 0 ? pause(waitMs) : nextTurn())
    lags.push(performance.now() - plannedAt)
    running.push(kind.arrive(createSend(plannedAt)))
  }
  await Promise.all(running)
  return { requests, lags }
}

const createResults = (): RequestResults => ({ milliseconds: [], failures: new Map() })
