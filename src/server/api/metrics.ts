import cluster from 'node:cluster'
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import { temporarilyUnavailable } from '../errors.ts'

const requestType = 'quad:metrics-request'
const responseType = 'quad:metrics-response'

interface MetricsMessage {
  type: string
  text?: string
}

/** The metrics of this process, or of all cluster workers aggregated. */
export function openMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(registers)
    // Its constructor installs the listener through which the primary collects this worker's metrics.
    new AggregatorRegistry()
  }
  return {
    registers,
    contentType: registry.contentType,
    read: () => (cluster.isWorker ? requestClusterMetrics() : registry.metrics()),
    close: () => registry.clear(),
  }
}

/** Runs in the primary process: aggregates the metrics of all workers for any worker that requests them. */
export function serveClusterMetrics() {
  const aggregator = new AggregatorRegistry()
  cluster.on('message', async (worker, message: MetricsMessage) => {
    if (message.type !== requestType) return
    // Fails by timeout while a worker is being replaced.
    const text = await aggregator.clusterMetrics().catch(() => undefined)
    // The callback takes the error. The worker may have died, and an 'error' event would end the primary.
    worker.send({ type: responseType, text }, () => undefined)
  })
}

function requestClusterMetrics(): Promise<string> {
  return new Promise((resolve, reject) => {
    const onMessage = ({ type, text }: MetricsMessage) => {
      if (type !== responseType) return
      process.off('message', onMessage)
      if (text === undefined) reject(temporarilyUnavailable())
      else resolve(text)
    }
    process.on('message', onMessage)
    process.send?.({ type: requestType })
  })
}
