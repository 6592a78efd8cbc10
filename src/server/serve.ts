import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { type Db, StartupError } from './database/database.ts'
import type { App } from './http.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { loadWebBuild } from './pages/web-build.ts'
import { loadWebDev } from './pages/web-dev.ts'
import type { Belongings } from './prepare.ts'

/** How long requests in flight may take once the process has been asked to end. */
const patienceMs = 10_000
const graceMs = 250

/** Serves until a signal comes, and tells at which address. */
export async function serve(config: Config, { db, photos }: Belongings): Promise<string> {
  const app = await buildApp({ config, db, photos })
  const web =
    config.NODE_ENV === 'development'
      ? await loadWebDev(app)
      : await loadWebBuild(app, resolve(import.meta.dirname, '../../dist'))
  pageRoutes(app, { web, appUrl: config.APP_URL })
  const url = await listen(app, config)
  drainOnSignals(app, db)
  return url
}

async function listen(app: App, { PORT, HOST }: Config): Promise<string> {
  try {
    await app.listen({ port: PORT, host: HOST })
  } catch (error) {
    throw new StartupError(listenProblem(error as NodeJS.ErrnoException, PORT, HOST))
  }
  const { port } = app.server.address() as AddressInfo
  const host = HOST === '127.0.0.1' || HOST === '0.0.0.0' ? 'localhost' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
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
    setTimeout(() => process.exit(0), patienceMs).unref()
    // From now on an answer ends its connection, so that no client sends the next request into a closed one.
    app.server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    // What was sent before the signal is still to be read; its connection would be closed as idle.
    await pause(graceMs)
    // A connection whose request has just been answered would otherwise be kept for the next one.
    setInterval(() => app.server.closeIdleConnections(), 50).unref()
    await app.close()
    // Last, because what still waits to be written needs it.
    await db.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, drain)
}
