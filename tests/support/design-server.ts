import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { loadWebBuild } from '#server/pages/web-build.ts'
import { prepareResources } from '#server/startup/resources.ts'
import { buildWeb } from '../../scripts/build.ts'

/** Runs the server with the test build of the web pages, which has /design. Tests start it as a child process. */
const config = readConfig(process.env)
const folder = await buildWeb({ mode: 'test', log: () => undefined })
const { db, photos } = await prepareResources(config, () => undefined)
const app = await buildApp({
  config,
  db,
  photos,
  loadWeb: (app) => loadWebBuild(app, folder),
})
await app.listen({ port: config.PORT, host: config.HOST })
console.log('ready at')
