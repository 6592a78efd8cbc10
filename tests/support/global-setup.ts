import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/** The facts about the PostgreSQL server that the workers get. */
export interface TestPostgres {
  /** The URL that connects as a user who may create databases. */
  url: string
  /** The prefix of the names of this run's databases. */
  prefix: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL that answers a GET with a `TestPostgres`. */
    postgresStarter: string
    /** The temporary folder of the run, which is deleted at its end. */
    runFolder: string
  }
}

/** Runs once per run. Provides a folder and, when the first test asks, a PostgreSQL server. Leaves nothing behind. */
export default async function setup(project: TestProject) {
  const runFolder = await mkdtemp(join(tmpdir(), 'quad-test-run-'))
  project.provide('runFolder', runFolder)
  const prefix = `quad_test_${crypto.randomUUID().slice(0, 8)}_`
  let postgres: Promise<PostgresServer> | undefined
  const starter = createServer(async (_request, response) => {
    postgres ??= startPostgres().then((server) => {
      console.log(server.description)
      return server
    })
    try {
      response.end(JSON.stringify({ url: (await postgres).url, prefix } satisfies TestPostgres))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  starter.listen(0, '127.0.0.1')
  await once(starter, 'listening')
  project.provide('postgresStarter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`)
  return async () => {
    starter.close()
    starter.closeAllConnections()
    const server = await postgres?.catch(() => undefined)
    if (server && process.env.TEST_DATABASE_URL) await dropDatabases(server.url, prefix)
    await server?.stop()
    await rm(runFolder, { recursive: true, force: true })
  }
}

async function dropDatabases(url: string, prefix: string) {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`)
  await client.end()
}
