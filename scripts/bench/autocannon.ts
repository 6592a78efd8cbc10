import { once } from 'node:events'
import autocannon, { type Client, type Request, type Result } from 'autocannon'
import { quantile } from './median.ts'
import { connections, type LoadResult, type Workload } from './workload.ts'

/** For machines without wrk. Written in JavaScript, it uses more CPU than the server for large responses. */
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
      // Fine sampling, so that the run ends on time and not up to a second later.
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

/** autocannon decodes every body as text, which for compressed ones takes longer than rendering the page. */
function discardBodies(client: Client & { pipelinedRequests?: { addBody: () => void } }) {
  if (!client.pipelinedRequests) throw new Error('autocannon stores bodies elsewhere now.')
  client.pipelinedRequests.addBody = () => undefined
}
