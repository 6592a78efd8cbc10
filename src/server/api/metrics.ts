import cluster from 'node:cluster'
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import { tryAgainSoon } from '../errors.ts'

const asked = 'quad:metrics-asked'
const answered = 'quad:metrics-answered'

interface Message {
  type: string
  text?: string
}

/** One process's figures, or those of all workers of a machine put together. */
export function openMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(registers)
    // Making one is what lets this worker be asked.
    new AggregatorRegistry()
  }
  return {
    registers,
    contentType: registry.contentType,
    read: () => (cluster.isWorker ? askPrimary() : registry.metrics()),
    close: () => registry.clear(),
  }
}

/** In the process that watches over the workers: any of them may be asked for everybody's figures. */
export function answerWorkersAboutMetrics() {
  const all = new AggregatorRegistry()
  cluster.on('message', async (worker, message: Message) => {
    if (message.type !== asked) return
    // A worker that is just being replaced may not answer in time.
    const text = await all.clusterMetrics().catch(() => undefined)
    worker.send({ type: answered, text })
  })
}

function askPrimary(): Promise<string> {
  return new Promise((resolve, reject) => {
    const listen = ({ type, text }: Message) => {
      if (type !== answered) return
      process.off('message', listen)
      if (text === undefined) reject(tryAgainSoon())
      else resolve(text)
    }
    process.on('message', listen)
    process.send?.({ type: asked })
  })
}
