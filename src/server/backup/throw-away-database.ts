import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { anotherIsRunning } from './backup-state.ts'
import { BackupError } from './tar.ts'

/** "Rehe" in ASCII. The lock is held in the site's database while a throw-away one exists. */
const lockId = 0x52656865
const maxNameBytes = 63

/** Only a database with this comment or this limit of connections is ever dropped. */
const comment = 'A throw-away copy, with which Quad tries whether a backup can be restored.'
/** An odd number that nobody else chooses. Unlike the comment, it is there as soon as the database is. */
const connectionLimit = 47

export interface ThrowAwayDatabase {
  url: string
  drop(): Promise<void>
}

/**
 * Creates an empty database beside the site's own. A schema inside it would not do: triggers of the copy would notify the
 * running processes, and its migrations would wait for theirs. Returns undefined if the role may not create a database.
 */
export async function createThrowAwayDatabase(url: string): Promise<ThrowAwayDatabase | undefined> {
  const client = await connect(url)
  try {
    const { rows } = await client.query(
      'SELECT rolcreatedb OR rolsuper AS "mayCreate" FROM pg_roles WHERE rolname = current_user',
    )
    if (!rows[0]?.mayCreate) {
      await client.end()
      return undefined
    }
    if (!(await lock(client))) throw new BackupError(anotherIsRunning)
    const name = nameBeside(url)
    await dropIfOwn(client, name)
    const identifier = client.escapeIdentifier(name)
    await client.query(
      `CREATE DATABASE ${identifier} TEMPLATE template0 ENCODING 'UTF8' CONNECTION LIMIT ${connectionLimit}`,
    )
    await client.query(`COMMENT ON DATABASE ${identifier} IS ${client.escapeLiteral(comment)}`)
    const throwAwayUrl = new URL(url)
    throwAwayUrl.pathname = `/${encodeURIComponent(name)}`
    return {
      url: throwAwayUrl.href,
      async drop() {
        await dropIfOwn(client, name)
        await client.end()
      },
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/**
 * Drops the database that a killed process left, unless a rehearsal is using it. PostgreSQL takes a moment to notice that
 * a process was killed.
 */
export async function dropThrowAwayDatabase(url: string): Promise<void> {
  const client = await connect(url)
  try {
    let isLocked = await lock(client)
    for (let attempt = 0; attempt < 10 && !isLocked; attempt++) {
      await sleep(200)
      isLocked = await lock(client)
    }
    if (isLocked) await dropIfOwn(client, nameBeside(url))
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'quad rehearsal',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  })
  // A broken connection fails at its next query. An unhandled 'error' event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function lock(client: Client): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS "isLocked"', [lockId])
  return rows[0]?.isLocked === true
}

async function dropIfOwn(client: Client, name: string): Promise<void> {
  const { rows } = await client.query(
    `SELECT shobj_description(oid, 'pg_database') = $2 OR datconnlimit = $3 AS "isOwn"
    FROM pg_database WHERE datname = $1`,
    [name, comment, connectionLimit],
  )
  if (rows.length === 0) return
  if (!rows[0].isOwn) {
    throw new BackupError(
      `PostgreSQL has a database "${name}", which is not a throw-away copy of Quad. Rename or drop it.`,
    )
  }
  await client.query(`DROP DATABASE ${client.escapeIdentifier(name)} WITH (FORCE)`)
}

/** Returns the name of the throw-away database of this one. */
function nameBeside(url: string): string {
  const suffix = '_rehearsal'
  const own = Buffer.from(decodeURIComponent(new URL(url).pathname.slice(1)))
  return own.subarray(0, maxNameBytes - suffix.length).toString('utf8') + suffix
}
