import { type Config, ConfigError, readConfig } from './config.ts'
import { StartupError } from './errors.ts'

try {
  const config = readConfig(process.env)
  const url = await start(config)
  if (url) {
    const { setupHint } = await import('./setup/setup-link.ts')
    console.log(`Quad is ready at ${url}${setupHint(config)}`)
  }
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartupError)) throw error
  console.error(error.message)
  process.exit(1)
}

/** Imports modules on demand, so that a single process never loads the cluster code. */
async function start(config: Config): Promise<string | undefined> {
  // In development, a single process watches the sources.
  if (config.WORKERS > 1 && config.NODE_ENV !== 'development') return startCluster(config)
  const [{ prepareResources }, { serve }] = await Promise.all([
    import('./startup/resources.ts'),
    import('./startup/serve.ts'),
  ])
  return serve(config, await prepareResources(config, console.log))
}

/** Starts the cluster. The primary forks this same file once for each worker. */
async function startCluster(config: Config): Promise<string | undefined> {
  const { default: cluster } = await import('node:cluster')
  if (cluster.isPrimary) {
    const { startWorkers } = await import('./workers/primary.ts')
    return startWorkers(config, { exec: import.meta.filename, log: console })
  }
  const { runWorker } = await import('./workers/worker.ts')
  await runWorker(config)
}
