import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { publicCategories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { type AppDeps, buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { StartupError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { encodings } from '../http/compression.ts'
import { loadWebBuild } from '../pages/web-build.ts'
import { loadWebDev } from '../pages/web-dev.ts'
import type { PreparedResources, Resources } from './resources.ts'

/** How long requests in progress may take after the first signal. */
const drainTimeoutMs = 10_000
/** How long we wait for requests that a client has already sent on a keep-alive connection. */
const graceMs = 250

const distFolder = resolve(import.meta.dirname, '../../../dist')

/** Serves until a signal comes. Resolves with the address once the server listens. */
export async function serve(
  config: Config,
  { db, photos, fillDemo }: Resources & Partial<PreparedResources>,
  options: Pick<AppDeps, 'hashingCost'> = {},
): Promise<string> {
  const isProduction = config.NODE_ENV === 'production'
  const loadWeb = async (app: App) => {
    if (config.NODE_ENV === 'development') return loadWebDev(app)
    const web = await loadWebBuild(app, distFolder, { stopsWorker: !config.SERVICE_WORKER })
    if (isProduction) await web.loadAllPages?.()
    return web
  }
  const app = await buildApp({ config, db, photos, loadWeb, ...options })
  if (isProduction) await renderFirstPages(app)
  const url = await listen(app, config)
  const stopping = new AbortController()
  // The fill begins after the caller has announced that the site is ready.
  const filling = setImmediate().then(() => fillDemo?.({ db, photos }, stopping.signal))
  drainOnSignals(app, { db, photos }, async () => {
    stopping.abort()
    await filling
  })
  return url
}

/**
 * Renders pages and the description of the API before anyone can ask for them. The first time compiles code and
 * statements, which would hold up the requests of everyone for a few hundred milliseconds.
 */
async function renderFirstPages(app: App) {
  const lists = publicCategories.map(({ id }) => pagePaths.browse(id))
  for (const url of [pagePaths.home, ...lists, '/api/openapi.json']) {
    await app.inject({ url, headers: { 'accept-encoding': encodings[0] } })
  }
}

async function listen(app: App, { PORT, HOST }: Config): Promise<string> {
  try {
    await app.listen({ port: PORT, host: HOST })
  } catch (error) {
    throw new StartupError(listenErrorMessage(error as NodeJS.ErrnoException, PORT, HOST))
  }
  const { port } = app.server.address() as AddressInfo
  const host = HOST === '127.0.0.1' || HOST === '0.0.0.0' ? 'localhost' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function listenErrorMessage({ code, message }: NodeJS.ErrnoException, port: number, host: string) {
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

/** Shuts down gracefully on the first signal, and ignores further ones. */
function drainOnSignals(
  app: App,
  { db, photos }: Resources,
  stopBackgroundWork: () => Promise<void>,
) {
  let isDraining = false
  const drain = async () => {
    if (isDraining) return
    isDraining = true
    setTimeout(() => process.exit(0), drainTimeoutMs).unref()
    // Every response gets Connection: close, so that no client sends its next request into a closing connection.
    app.server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    // app.close() ends idle connections at once, although a request may already be on its way.
    await sleep(graceMs)
    // Connections that become idle while draining must be closed too, or close() waits for their timeout.
    setInterval(() => app.server.closeIdleConnections(), 50).unref()
    await Promise.all([app.close(), stopBackgroundWork()])
    // The database is closed last, because closing the app still writes to it.
    await db.close()
    photos.store.close?.()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, drain)
}
