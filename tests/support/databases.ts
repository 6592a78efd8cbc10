import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { Db } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { atEnd, atFileEnd } from './cleanup.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/** A migrated database, dropped when the test (or, when called from a hook, the file) ends. */
export async function openTestDatabase(engine: Engine): Promise<Db> {
  if (engine === 'sqlite') {
    const path = join(await temporaryFolder(), 'quad.db')
    await copyFile(await sqliteTemplate(), path)
    return closeAtEnd(openSqlite(path))
  }
  return closeAtEnd(openPostgres(await createDatabase(await postgresTemplate())))
}

/** Settings for a server process: an empty database and an empty data folder. */
export async function testDatabaseSettings(
  engine: Engine,
): Promise<{ DATA_DIR: string; DATABASE_URL?: string }> {
  const DATA_DIR = await temporaryFolder()
  return engine === 'sqlite' ? { DATA_DIR } : { DATA_DIR, DATABASE_URL: await createDatabase() }
}

function closeAtEnd(db: Db): Db {
  atEnd(() => db.close())
  return db
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

let sqliteFile: Promise<string> | undefined

/** Created once per worker. */
function sqliteTemplate(): Promise<string> {
  sqliteFile ??= (async () => {
    const path = join(inject('runFolder'), `${crypto.randomUUID()}.db`)
    const db = openSqlite(path)
    await migrate(db)
    await db.close()
    return path
  })()
  return sqliteFile
}

let adminClient: Promise<Client> | undefined

/** One connection per test file: opening one costs as much as creating a database. */
function connectAsAdmin(): Promise<Client> {
  adminClient ??= (async () => {
    const client = new Client(inject('postgres').url)
    await client.connect()
    atFileEnd(() => {
      adminClient = undefined
      return client.end()
    })
    return client
  })()
  return adminClient
}

const templateLock = 0x51756164
let postgresDatabase: Promise<string> | undefined

/** Created once per run, under an advisory lock that the other workers wait for. */
function postgresTemplate(): Promise<string> {
  postgresDatabase ??= (async () => {
    const name = `${inject('postgres').prefix}template`
    const client = await connectAsAdmin()
    await client.query('SELECT pg_advisory_lock($1)', [templateLock])
    try {
      const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
      if (rowCount === 0) await createTemplate(client, name)
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [templateLock])
    }
    return name
  })()
  return postgresDatabase
}

/** Renamed last, so that a database whose migration failed is never used as the template. */
async function createTemplate(client: Client, name: string): Promise<void> {
  const unfinished = `${name}_${crypto.randomUUID().slice(0, 8)}`
  await client.query(`CREATE DATABASE ${unfinished} TEMPLATE template0`)
  const db = openPostgres(databaseUrl(unfinished))
  await migrate(db).finally(() => db.close())
  await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
}

async function createDatabase(template = 'template0'): Promise<string> {
  const name = `${inject('postgres').prefix}${crypto.randomUUID().replaceAll('-', '')}`
  const client = await connectAsAdmin()
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  atEnd(async () => {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
  })
  return databaseUrl(name)
}

function databaseUrl(database: string): string {
  const url = new URL(inject('postgres').url)
  url.pathname = `/${database}`
  return url.href
}
