import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, inject, onTestFinished } from 'vitest'
import type { Db } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { openSqlite } from '#server/database/sqlite.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/** A migrated database of the test's own, gone when the test (or, from a hook, the file) ends. */
export async function openTestDatabase(engine: Engine): Promise<Db> {
  if (engine === 'sqlite') {
    const path = join(await temporaryFolder(), 'quad.db')
    await copyFile(await sqliteTemplate(), path)
    return closedLater(openSqlite(path))
  }
  return closedLater(openPostgres(await createDatabase(await postgresTemplate())))
}

/** Settings for a server process: an empty database and a folder of its own. */
export async function testDatabaseSettings(
  engine: Engine,
): Promise<{ DATA_DIR: string; DATABASE_URL?: string }> {
  const DATA_DIR = await temporaryFolder()
  return engine === 'sqlite' ? { DATA_DIR } : { DATA_DIR, DATABASE_URL: await createDatabase() }
}

const atFileEnd: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const cleanUp of atFileEnd.reverse()) await cleanUp()
})

function later(cleanUp: () => Promise<void>): void {
  try {
    onTestFinished(cleanUp)
  } catch {
    // Not inside a test: a hook or the file itself asked.
    atFileEnd.push(cleanUp)
  }
}

function closedLater(db: Db): Db {
  later(() => db.close())
  return db
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
  later(() => rm(folder, { recursive: true, force: true }))
  return folder
}

let sqliteFile: Promise<string> | undefined

function sqliteTemplate(): Promise<string> {
  sqliteFile ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
    atFileEnd.push(() => rm(folder, { recursive: true, force: true }))
    const path = join(folder, 'quad.db')
    const db = openSqlite(path)
    await migrate(db)
    await db.close()
    return path
  })()
  return sqliteFile
}

let adminClient: Promise<Client> | undefined

/** One connection for the whole file: opening one costs as much as creating a database. */
function admin(): Promise<Client> {
  adminClient ??= (async () => {
    const client = new Client(inject('postgres').url)
    await client.connect()
    atFileEnd.push(() => client.end())
    return client
  })()
  return adminClient
}

const templateLock = 0x51756164
let postgresDatabase: Promise<string> | undefined

/** The first worker that needs it makes it; the others wait at the lock and find it there. */
function postgresTemplate(): Promise<string> {
  postgresDatabase ??= (async () => {
    const name = `${inject('postgres').prefix}template`
    const client = await admin()
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

/** Named last, so that nobody copies one whose migration failed. */
async function createTemplate(client: Client, name: string): Promise<void> {
  const unfinished = `${name}_${crypto.randomUUID().slice(0, 8)}`
  await client.query(`CREATE DATABASE ${unfinished} TEMPLATE template0`)
  const db = openPostgres(urlOf(unfinished))
  await migrate(db).finally(() => db.close())
  await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
}

async function createDatabase(template = 'template0'): Promise<string> {
  const name = `${inject('postgres').prefix}${crypto.randomUUID().replaceAll('-', '')}`
  const client = await admin()
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  later(async () => {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
  })
  return urlOf(name)
}

function urlOf(database: string): string {
  const url = new URL(inject('postgres').url)
  url.pathname = `/${database}`
  return url.href
}
