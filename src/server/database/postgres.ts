import { setTimeout as pause } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { DatabaseBusy, DatabaseUnavailable, type Db, type Listener } from './database.ts'
import { isConflict, isStalePlan, translated } from './postgres-errors.ts'
import { keepListening } from './postgres-listener.ts'
import { rowTypes } from './postgres-types.ts'
import { type Connection, TransactionGuard, withHandle } from './transaction.ts'
import { toValue } from './values.ts'

const attempts = 5
const namedStatements = 1_000
const lockSpace = 0x51756164
const noTimeLimitMs = 24 * 60 * 60 * 1_000

export function openPostgres(
  url: string,
  {
    maxConnections = 10,
    waitingAtMost = 500,
    lockPatienceMs = 5_000,
    connectPatienceMs = 5_000,
    statementPatienceMs = 10_000,
  } = {},
): Db {
  const connecting = {
    connectionString: url,
    application_name: 'quad',
    types: rowTypes,
    keepAlive: true,
    connectionTimeoutMillis: connectPatienceMs,
    statement_timeout: statementPatienceMs,
    lock_timeout: lockPatienceMs,
    idle_in_transaction_session_timeout: 15_000,
    // Later than the server's own limit: only a server that fell silent gets here.
    query_timeout: statementPatienceMs * 1.5,
    // Compiling a plan takes longer than any of these queries does.
    options: '-c jit=off',
  }
  const pool = new Pool({ ...connecting, max: maxConnections, idleTimeoutMillis: 30_000 })
  // A connection that breaks is told by its next query; unheard, the event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))

  const guard = new TransactionGuard()
  const names = new Map<string, string>()

  /** Unnamed once there are many, so that a server's memory stays bounded. */
  function nameFor(text: string): string | undefined {
    const known = names.get(text)
    if (known || names.size >= namedStatements) return known
    const name = `q${names.size + 1}`
    names.set(text, name)
    return name
  }

  function onClient(client: PoolClient): Connection {
    const query = async <Row extends object>({ text, values }: Sql) => {
      const given = { name: nameFor(text), text, values: values.map(toValue) }
      return client.query<Row>(given).catch(rethrowTranslated)
    }
    return {
      dialect: 'postgres',
      all: async <Row extends object>(asked: Sql) => (await query<Row>(asked)).rows,
      get: async <Row extends object>(asked: Sql) => (await query<Row>(asked)).rows[0],
      run: async (asked) => ({ changes: (await query(asked)).rowCount ?? 0 }),
      script: async (text) => {
        const unlimited = { text, query_timeout: noTimeLimitMs }
        await client.query(unlimited).catch(rethrowTranslated)
      },
    }
  }

  async function withClient<Result>(
    work: (connection: Connection, client: PoolClient) => Promise<Result>,
  ): Promise<Result> {
    guard.assertOutside()
    if (pool.waitingCount >= waitingAtMost) throw new DatabaseBusy('too many are waiting for it')
    const client = await pool.connect().catch(rethrowTranslated)
    let broken = false
    try {
      return await work(onClient(client), client)
    } catch (error) {
      broken = error instanceof DatabaseUnavailable || isStalePlan(error)
      throw error
    } finally {
      client.release(broken)
    }
  }

  const transaction = <Result>(work: (tx: Db) => Promise<Result>) =>
    withClient(async (connection, client) => {
      const announced: { channel: string; message: string }[] = []
      const announce = async (channel: string, message: string) => {
        await connection.get(sql`SELECT pg_notify(${channel}, ${message})`)
        announced.push({ channel, message })
      }
      await client.query('BEGIN').catch(rethrowTranslated)
      try {
        const result = await guard.inside(() => withHandle({ ...connection, announce }, work))
        const { command } = await client.query('COMMIT').catch(rethrowTranslated)
        if (command === 'ROLLBACK') throw new Error('A statement of this transaction had failed.')
        for (const { channel, message } of announced) {
          for (const listener of listeners.get(channel) ?? []) listener.committedHere(message)
        }
        return result
      } catch (error) {
        // A connection that is gone is given up with its transaction; asking it would only take longer.
        const isGone = error instanceof DatabaseUnavailable
        if (!isGone) await client.query('ROLLBACK').catch(() => undefined)
        throw error
      }
    })

  /** The lock belongs to a connection, so that it is free again when its process or its machine dies. */
  const locked = (name: string, work: () => Promise<void>) =>
    withClient(async (connection) => {
      const key = sql`${lockSpace}, hashtext(${name})`
      const lock = await connection.get<{ taken: number }>(
        sql`SELECT pg_try_advisory_lock(${key}) AS taken`,
      )
      if (!lock?.taken) return false
      try {
        await work()
      } finally {
        await connection.get(sql`SELECT pg_advisory_unlock(${key})`)
      }
      return true
    })

  const listeners = new Map<string, Listener[]>()
  const stopListening: (() => Promise<void>)[] = []
  let closed: Promise<void> | undefined
  return {
    dialect: 'postgres',
    all: <Row extends object>(query: Sql) => withClient((on) => on.all<Row>(query)),
    get: <Row extends object>(query: Sql) => withClient((on) => on.get<Row>(query)),
    run: (query) => withClient((on) => on.run(query)),
    script: (text) => withClient((on) => on.script(text)),
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await transaction(work)
        } catch (error) {
          if (!isConflict(error) || attempt === attempts) throw error
          await pause(attempt * 10 * Math.random())
        }
      }
    },
    server: {
      locked,
      listen: (channel, listener) => {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
        stopListening.push(keepListening(connecting, channel, listener))
      },
    },
    close: () => {
      closed ??= Promise.all([pool.end(), ...stopListening.map((stop) => stop())]).then(() => {})
      return closed
    },
  }
}

function rethrowTranslated(error: unknown): never {
  throw translated(error)
}
