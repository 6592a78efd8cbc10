import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: {
      /** An administrator's address on a PostgreSQL server. */
      url: string
      /** What the names of this run's databases begin with. */
      prefix: string
    }
  }
}

/** Gives the tests a PostgreSQL server, and leaves nothing of them behind on it. */
export default async function setup(project: TestProject) {
  const server = await startPostgres()
  console.log(server.description)
  const prefix = `quad_test_${crypto.randomUUID().slice(0, 8)}_`
  project.provide('postgres', { url: server.url, prefix })
  return async () => {
    if (process.env.TEST_DATABASE_URL) await dropDatabases(server.url, prefix)
    await server.stop()
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
