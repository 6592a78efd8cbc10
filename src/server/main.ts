import { type Config, ConfigError, readConfig } from './config.ts'
import { StartupError } from './database/database.ts'

try {
  const url = await start(readConfig(process.env))
  if (url) console.log(`Quad is ready at ${url}`)
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartupError)) throw error
  console.error(error.message)
  process.exit(1)
}

/** Each way loads only what it needs: one process is not to pay for several. */
async function start(config: Config): Promise<string | undefined> {
  // The sources are watched by one process.
  if (config.WORKERS > 1 && config.NODE_ENV !== 'development') return startSeveral(config)
  const [{ prepare }, { serve }] = await Promise.all([import('./prepare.ts'), import('./serve.ts')])
  return serve(config, await prepare(config, console.log))
}

/** The primary starts this same file once for each worker. */
async function startSeveral(config: Config): Promise<string | undefined> {
  const { default: cluster } = await import('node:cluster')
  if (cluster.isPrimary) {
    const { startWorkers } = await import('./workers/primary.ts')
    return startWorkers(config, { exec: import.meta.filename, log: console })
  }
  const { work } = await import('./workers/worker.ts')
  await work(config)
}
