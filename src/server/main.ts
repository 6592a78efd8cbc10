import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { buildApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type Db, StartupError } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { startDemo } from './demo/start-demo.ts'
import type { App } from './http.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { loadWebBuild } from './pages/web-build.ts'
import { loadWebDev } from './pages/web-dev.ts'
import { openDiskStore } from './photos/disk-store.ts'
import { createPhotos } from './photos/photos.ts'

const patience = 10_000

try {
  await start(readConfig(process.env))
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartupError)) throw error
  console.error(error.message)
  process.exit(1)
}

async function start(config: Config) {
  const db = await openDatabase(config)
  await migrate(db)
  const photos = createPhotos({ store: await openDiskStore(join(config.DATA_DIR, 'uploads')) })
  await startDemo({ config, db, photos, log: console.log })
  const app = await buildApp({ config, db, photos })
  const web =
    config.NODE_ENV === 'development'
      ? await loadWebDev(app)
      : await loadWebBuild(app, resolve(import.meta.dirname, '../../dist'))
  pageRoutes(app, { web, appUrl: config.APP_URL })
  await listen(app, config)
  drainOnSignals(app, db)
}

async function listen(app: App, { PORT, HOST }: Config) {
  try {
    await app.listen({ port: PORT, host: HOST })
  } catch (error) {
    throw new StartupError(listenProblem(error as NodeJS.ErrnoException, PORT, HOST))
  }
  const { port } = app.server.address() as AddressInfo
  const host = HOST === '127.0.0.1' || HOST === '0.0.0.0' ? 'localhost' : HOST
  console.log(`Quad is ready at http://${host.includes(':') ? `[${host}]` : host}:${port}`)
}

function listenProblem({ code, message }: NodeJS.ErrnoException, port: number, host: string) {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken. Stop what is using it, or choose another: PORT=${port + 1} npm start`
  }
  if (code === 'EACCES')
    return `Port ${port} may not be used here. Choose one above 1023 with PORT.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST=${host} is not an address of this machine. Leave HOST unset, or use 0.0.0.0 for all.`
  }
  return `Cannot listen on ${host}:${port}: ${message}`
}

/** The first signal lets requests in flight finish; further ones change nothing. */
function drainOnSignals(app: App, db: Db) {
  let draining = false
  const drain = async () => {
    if (draining) return
    draining = true
    setTimeout(() => process.exit(0), patience).unref()
    // A connection whose request has just been answered would otherwise be kept for the next one.
    setInterval(() => app.server.closeIdleConnections(), 50).unref()
    await app.close()
    // Last, because what still waits to be written needs it.
    await db.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, drain)
}
