import cluster from 'node:cluster'
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import { temporarilyUnavailable } from '../errors.ts'

const requestType = 'quad:metrics-request'
const responseType = 'quad:metrics-response'

interface MetricsMessage {
  type: string
  text?: string
}

/** Opens the metrics of this process or, in a cluster, of all workers together. */
export function openMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(registers)
    // The constructor installs the listener through which the primary collects this worker's metrics.
    new AggregatorRegistry()
  }
  return {
    registers,
    contentType: registry.contentType,
    read: () => (cluster.isWorker ? requestClusterMetrics() : registry.metrics()),
    close: () => registry.clear(),
  }
}

/** Aggregates the metrics of all workers for any worker that requests them. It runs in the primary process. */
export function serveClusterMetrics() {
  const aggregator = new AggregatorRegistry()
  cluster.on('message', async (worker, message: MetricsMessage) => {
    if (message.type !== requestType) return
    // Collecting times out while a worker is being replaced.
    const text = await aggregator.clusterMetrics().catch(() => undefined)
    // The callback ignores the error of a worker that has died. An 'error' event would end the primary.
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
