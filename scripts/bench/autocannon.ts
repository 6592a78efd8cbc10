import { once } from 'node:events'
import autocannon, { type Client, type Request, type Result } from 'autocannon'
import { quantile } from './median.ts'
import { connections, type LoadResult, type Workload } from './workload.ts'

/** Generates load on machines without wrk. For large responses, autocannon (JavaScript) uses more CPU than the server. */
export async function loadWithAutocannon(
  { server, requests }: Workload,
  seconds: number,
  readCpuMicros: () => number,
): Promise<LoadResult> {
  const run = autocannon(
    {
      url: server.url,
      connections,
      duration: seconds,
      // Frequent sampling ends the run on time instead of up to a second late.
      sampleInt: 50,
      requests: Array.isArray(requests)
        ? requests
        : [{ setupRequest: (defaults: Request) => ({ ...defaults, ...requests.next() }) }],
      setupClient: discardBodies,
    },
    () => undefined,
  )
  const times: number[] = []
  let bytes = 0
  run.on('response', (_client, _status, size, time) => {
    times.push(time)
    bytes += size
  })
  const cpuBefore = readCpuMicros()
  const started = performance.now()
  const [result] = (await once(run, 'done')) as [Result]
  const statuses = Object.keys(result.statusCodeStats ?? {}).join(', ')
  return {
    cpuMicros: readCpuMicros() - cpuBefore,
    responses: times.length,
    failures: result['4xx'] + result['5xx'] + result.errors,
    failureDetails: `statuses ${statuses}; ${result.errors} without a response`,
    seconds: (performance.now() - started) / 1_000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    bytes,
  }
}

/** Stops autocannon from decoding every body as text. For compressed bodies that takes longer than rendering the page. */
function discardBodies(client: Client & { pipelinedRequests?: { addBody: () => void } }) {
  if (!client.pipelinedRequests) throw new Error('autocannon stores bodies elsewhere now.')
  client.pipelinedRequests.addBody = () => undefined
}
