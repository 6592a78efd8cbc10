import { type Config, ConfigError, readConfig } from './config.ts'
import { StartupError } from './database/database.ts'

try {
  console.log(`Quad is ready at ${await start(readConfig(process.env))}`)
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartupError)) throw error
  console.error(error.message)
  process.exit(1)
}

/** Each way loads only what it needs: one process is not to pay for several. */
async function start(config: Config): Promise<string> {
  // The sources are watched by one process.
  if (config.WORKERS > 1 && config.NODE_ENV !== 'development') {
    const { startWorkers } = await import('./workers/primary.ts')
    return startWorkers(config, console)
  }
  const [{ prepare }, { serve }] = await Promise.all([import('./prepare.ts'), import('./serve.ts')])
  return serve(config, await prepare(config, console.log))
}
