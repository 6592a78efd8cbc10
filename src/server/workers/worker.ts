import cluster from 'node:cluster'
import type { Config } from '../config.ts'
import { StartupError } from '../errors.ts'
import { openResources } from '../startup/resources.ts'
import { serve } from '../startup/serve.ts'

/** The message to the primary once the worker listens, or if it cannot start. */
export type WorkerMessage = { url: string } | { startupError: string }

const sendToPrimary = (message: WorkerMessage) =>
  new Promise<void>((resolve) => {
    process.send?.(message, () => resolve())
  })

/** Runs a worker. Startup errors go to the primary, which prints only the first. */
export async function runWorker(config: Config): Promise<void> {
  // Sending fails if the primary has exited because of another worker's startup error.
  cluster.worker?.on('error', () => process.exit(1))
  try {
    await sendToPrimary({ url: await serve(config, await openResources(config)) })
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    await sendToPrimary({ startupError: error.message })
    process.exit(1)
  }
}
