import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, Pool, type PoolClient, TypeOverrides } from 'pg'
import { dayMs } from '../durations.ts'
import { DatabaseBusy, DatabaseUnavailable, type Db, type Query, toValue } from './database.ts'
import { type Connection, TransactionGuard, withTransactionHandle } from './transaction.ts'

const maxAttempts = 5
const maxNamedStatements = 1_000
const unlimitedMs = dayMs

export function openPostgres(
  url: string,
  {
    maxConnections = 10,
    maxWaiting = 500,
    lockTimeoutMs = 5_000,
    connectTimeoutMs = 5_000,
    statementTimeoutMs = 10_000,
  } = {},
): Db {
  const pool = new Pool({
    connectionString: url,
    application_name: 'quad',
    types: rowTypes,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: 15_000,
    // This is longer than the server's own limit, so it fires only if the server does not respond at all.
    query_timeout: statementTimeoutMs * 1.5,
    // JIT compilation takes longer than any of these queries.
    options: '-c jit=off',
    max: maxConnections,
    idleTimeoutMillis: 30_000,
  })
  // A broken connection fails at its next query. An unhandled 'error' event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))

  const guard = new TransactionGuard()
  const statementNames = new Map<string, string>()

  /**
   * Names a statement, which is then prepared once per connection. Past the limit statements stay unnamed, to bound the
   * server's memory.
   */
  function statementName(text: string): string | undefined {
    const known = statementNames.get(text)
    if (known || statementNames.size >= maxNamedStatements) return known
    const name = `q${statementNames.size + 1}`
    statementNames.set(text, name)
    return name
  }

  function toConnection(client: PoolClient): Connection {
    const query = async <Row extends object>({ text, values }: Query) => {
      const config = { name: statementName(text), text, values: values.map(toValue) }
      return client.query<Row>(config).catch(rethrowTranslated)
    }
    return {
      dialect: 'postgres',
      all: async <Row extends object>(statement: Query) => (await query<Row>(statement)).rows,
      get: async <Row extends object>(statement: Query) => (await query<Row>(statement)).rows[0],
      run: async (statement) => ({ changes: (await query(statement)).rowCount ?? 0 }),
      script: async (text) => {
        const config = { text, query_timeout: unlimitedMs }
        await client.query(config).catch(rethrowTranslated)
      },
    }
  }

  async function withClient<Result>(
    work: (connection: Connection, client: PoolClient) => Promise<Result>,
  ): Promise<Result> {
    guard.assertOutside()
    if (pool.waitingCount >= maxWaiting) throw new DatabaseBusy('too many are waiting for it')
    const client = await pool.connect().catch(rethrowTranslated)
    let isBroken = false
    try {
      return await work(toConnection(client), client)
    } catch (error) {
      isBroken = hasLostConnection(error) || isStalePlan(error)
      throw error
    } finally {
      client.release(isBroken)
    }
  }

  const transaction = <Result>(work: (tx: Db) => Promise<Result>) =>
    withClient(async (connection, client) => {
      await client.query('BEGIN').catch(rethrowTranslated)
      try {
        const result = await guard.inside(() => withTransactionHandle(connection, work))
        const { command } = await client.query('COMMIT').catch(rethrowTranslated)
        if (command === 'ROLLBACK') throw new Error('A statement of this transaction had failed.')
        return result
      } catch (error) {
        // A broken connection is discarded, which rolls back. A ROLLBACK would only wait for its timeout.
        if (!hasLostConnection(error)) await client.query('ROLLBACK').catch(() => undefined)
        throw error
      }
    })

  let closed: Promise<void> | undefined
  return {
    dialect: 'postgres',
    all: <Row extends object>(query: Query) =>
      withClient((connection) => connection.all<Row>(query)),
    get: <Row extends object>(query: Query) =>
      withClient((connection) => connection.get<Row>(query)),
    run: (query) => withClient((connection) => connection.run(query)),
    script: (text) => withClient((connection) => connection.script(text)),
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await transaction(work)
        } catch (error) {
          if (!isConflict(error) || attempt === maxAttempts) throw error
          await sleep(attempt * 10 * Math.random())
        }
      }
    },
    close: () => {
      closed ??= pool.end()
      return closed
    },
  }
}

/**
 * Whether the connection is broken. If another connection holds a lock too long, this one is intact and keeps its
 * statements.
 */
const hasLostConnection = (error: unknown) =>
  error instanceof DatabaseUnavailable && !(error instanceof DatabaseBusy)

function rethrowTranslated(error: unknown): never {
  throw translate(error)
}

const lockNotAvailable = '55P03'
const unavailable = new Set([
  '25006', // the server has become a read-only replica
  '57014', // a statement took longer than allowed
  '57P01', // the server is being shut down
  '57P02', // another server process crashed
  '57P03', // the server is starting
  '25P03', // the transaction was left idle
])
const unavailableClasses = ['08', '53', '58']

/** Whether it is a serialization failure or deadlock. Retrying the transaction succeeds. */
function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01')
}

/** Whether the prepared statement is older than a migration that changed its result columns. */
function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000'
}

export function translate(error: unknown): unknown {
  // Errors that do not come from the server come from the connection.
  if (!(error instanceof DatabaseError)) return new DatabaseUnavailable(error)
  const code = error.code ?? ''
  if (code === lockNotAvailable) return new DatabaseBusy(error)
  if (unavailable.has(code) || unavailableClasses.includes(code.slice(0, 2))) {
    return new DatabaseUnavailable(error)
  }
  return error
}

const oid = { bool: 16, bytea: 17, int8: 20, json: 114, numeric: 1700, jsonb: 3802 }

/** Parses columns into the values that SQLite returns. */
const rowTypes = new TypeOverrides()
rowTypes.setTypeParser(oid.bool, (text) => (text === 't' ? 1 : 0))
rowTypes.setTypeParser(oid.bytea, (text) => Uint8Array.fromHex(text.slice('\\x'.length)))
rowTypes.setTypeParser(oid.int8, Number)
rowTypes.setTypeParser(oid.numeric, Number)
rowTypes.setTypeParser(oid.json, (text) => text)
rowTypes.setTypeParser(oid.jsonb, (text) => text)
