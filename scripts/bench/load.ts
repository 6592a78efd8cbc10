import { loadWithAutocannon } from './autocannon.ts'
import { BenchError } from './bench-context.ts'
import { readCpuMicros } from './process-tree.ts'
import type { Sample, Workload } from './workload.ts'
import { findWrk, loadWithWrk } from './wrk.ts'

/** Sends as many requests as a few connections can in that time. Every request must succeed. */
export async function measureLoad(workload: Workload, seconds: number): Promise<Sample> {
  const send = findWrk() ? loadWithWrk : loadWithAutocannon
  const result = await send(workload, seconds, () => readCpuMicros(workload.server.pid))
  const { responses, failures, failureDetails } = result
  if (failures > 0 || responses === 0) {
    throw new BenchError(
      `${workload.name}: ${failures} of ${responses} requests failed (${failureDetails}). A 503 means that this machine is too busy to measure on.`,
    )
  }
  return {
    perSecond: responses / result.seconds,
    cpuMicros: result.cpuMicros / responses,
    p50: result.p50,
    p99: result.p99,
    bytes: result.bytes / responses,
  }
}

/** Returns the name of the load generator, for the text below a table. */
export const loadGeneratorName = () => (findWrk() ? 'wrk' : 'autocannon')
