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

const templateLock = 0x51756164
let postgresDatabase: Promise<string> | undefined

/** The first worker that needs it makes it; the others wait at the lock and find it there. */
function postgresTemplate(): Promise<string> {
  const name = `${inject('postgres').prefix}template`
  postgresDatabase ??= withAdmin(async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) {
      const unfinished = `${name}_${crypto.randomUUID().slice(0, 8)}`
      await admin.query(`CREATE DATABASE ${unfinished}`)
      const db = openPostgres(urlOf(unfinished))
      await migrate(db).finally(() => db.close())
      await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
    }
    return name
  })
  return postgresDatabase
}

async function createDatabase(template = 'template0'): Promise<string> {
  const name = `${inject('postgres').prefix}${crypto.randomUUID().replaceAll('-', '')}`
  await withAdmin((admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`))
  later(async () => {
    await withAdmin((admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`))
  })
  return urlOf(name)
}

function urlOf(database: string): string {
  const url = new URL(inject('postgres').url)
  url.pathname = `/${database}`
  return url.href
}

async function withAdmin<Result>(work: (admin: Client) => Promise<Result>): Promise<Result> {
  const admin = new Client(inject('postgres').url)
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
