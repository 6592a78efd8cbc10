import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: {
      /** Connects as a user who may create databases. */
      url: string
      /** Prefix of the names of this run's databases. */
      prefix: string
    }
    /** Deleted at the end of the run. */
    runFolder: string
  }
}

/** Once per run: provides a PostgreSQL server and a folder, and leaves nothing behind. */
export default async function setup(project: TestProject) {
  const server = await startPostgres()
  console.log(server.description)
  const prefix = `quad_test_${crypto.randomUUID().slice(0, 8)}_`
  const runFolder = await mkdtemp(join(tmpdir(), 'quad-test-run-'))
  project.provide('postgres', { url: server.url, prefix })
  project.provide('runFolder', runFolder)
  return async () => {
    if (process.env.TEST_DATABASE_URL) await dropDatabases(server.url, prefix)
    await server.stop()
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
