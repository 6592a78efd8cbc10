import { setImmediate } from 'node:timers'
import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DatabaseBusy, DatabaseUnavailable, type Db, type Query } from './database.ts'
import { createCheckpoints } from './sqlite-checkpoints.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import {
  type Connection,
  createMutex,
  TransactionGuard,
  withTransactionHandle,
} from './transaction.ts'

const maxKnownWrites = 500

/** How long statements may hold the process before the next one waits for a turn of the event loop. */
const maxTurnMs = 15

// The driver waits for locks synchronously, which blocks the event loop. So its timeout is short, and we wait
// asynchronously.
const commonPragmas =
  'PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5;'

// Deleted data is overwritten, even in freed pages. This writes more only when many rows are deleted at once. The log is
// copied by `createCheckpoints`.
const writerPragmas =
  'PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 0;'

// The page cache of 32 MiB holds the pages that searches of 20,000 listings read.
const readerPragmas = 'PRAGMA query_only = ON; PRAGMA cache_size = -32768;'

/** Opens one connection for writes, serialised by a mutex, and one for reads, which WAL lets run beside a transaction. */
export function openSqlite(path: string, { lockTimeoutMs = 5_000 } = {}): Db {
  const writer = new SqliteConnection(path, `${writerPragmas} ${commonPragmas}`)
  const reader = new SqliteConnection(path, `${readerPragmas} ${commonPragmas}`)
  const checkpoints = createCheckpoints(writer, path)
  const takeTurn = createTurns()
  const writerConnection = toConnection(writer)
  const runExclusive = createMutex()
  const guard = new TransactionGuard()
  /** Statements that return rows and write (INSERT … RETURNING). The read-only connection refuses them. */
  const knownWrites = new Set<string>()
  /**
   * Counts the time from the call, so that writes that queue behind another process's lock time out together, not one
   * after another.
   */
  const lockDeadline = () => Date.now() + lockTimeoutMs

  async function read<Rows>(query: Query, from: (connection: SqliteConnection) => Rows) {
    guard.assertOutside()
    if (knownWrites.has(query.sql)) return write(() => from(writer))
    await takeTurn()
    try {
      return from(reader)
    } catch (error) {
      const code = primaryCode(error)
      if (code === busy) {
        return untilNotBusy(() => from(reader), lockDeadline()).catch(rethrowTranslated)
      }
      if (code !== readOnly) throw translate(error)
      if (knownWrites.size < maxKnownWrites) knownWrites.add(query.sql)
      return write(() => from(writer))
    }
  }

  async function write<Result>(work: () => Result): Promise<Result> {
    guard.assertOutside()
    const deadline = lockDeadline()
    return runExclusive(async () => {
      await takeTurn()
      const result = await untilNotBusy(work, deadline)
      checkpoints.runIfDue()
      return result
    }).catch(rethrowTranslated)
  }

  async function transaction<Result>(
    work: (tx: Db) => Promise<Result>,
    deadline: number,
  ): Promise<Result> {
    await takeTurn()
    await untilNotBusy(() => writer.script('BEGIN IMMEDIATE'), deadline)
    // A transaction has turns of its own. A short one does not hold the lock across turns because others kept the
    // process busy before it.
    const connection = { ...writerConnection, takeTurn: createTurns() }
    try {
      const result = await guard.inside(() => withTransactionHandle(connection, work))
      writer.script('COMMIT')
      checkpoints.runIfDue()
      return result
    } catch (error) {
      if (writer.isInTransaction) writer.script('ROLLBACK')
      throw error
    }
  }

  return {
    dialect: 'sqlite',
    all: <Row extends object>(query: Query) => read(query, (on) => on.all<Row>(query)),
    get: <Row extends object>(query: Query) => read(query, (on) => on.get<Row>(query)),
    run: (query) => write(() => writer.run(query)),
    script: (text) => write(() => writer.script(text)),
    async transaction(work) {
      guard.assertOutside()
      const deadline = lockDeadline()
      return runExclusive(() => transaction(work, deadline)).catch(rethrowTranslated)
    },
    async close() {
      guard.assertOutside()
      await runExclusive(async () => {
        await checkpoints.settled()
        reader.close()
        writer.close()
      })
    },
  }
}

function toConnection(connection: SqliteConnection): Connection {
  const attempt = async <Result>(work: () => Result) => {
    try {
      return work()
    } catch (error) {
      throw translate(error)
    }
  }
  return {
    dialect: 'sqlite',
    all: <Row extends object>(query: Query) => attempt(() => connection.all<Row>(query)),
    get: <Row extends object>(query: Query) => attempt(() => connection.get<Row>(query)),
    run: (query) => attempt(() => connection.run(query)),
    script: (text) => attempt(() => connection.script(text)),
  }
}

/**
 * Returns a function to await before each statement. Statements are synchronous, so awaiting them lets no request through:
 * a chain of a thousand short ones would hold the process as long as a single slow one. A statement that has waited always
 * runs, so that chains that run at the same time all move on.
 */
function createTurns(): () => Promise<void> | undefined {
  let startedAt: number | undefined
  return () => {
    if (startedAt === undefined) {
      startedAt = performance.now()
      setImmediate(() => {
        startedAt = undefined
      })
    } else if (performance.now() - startedAt > maxTurnMs) {
      return yieldToEventLoop()
    }
  }
}

/** Retries while another process holds the lock, without blocking the event loop. */
async function untilNotBusy<Result>(work: () => Result, deadline: number): Promise<Result> {
  for (let delayMs = 1; ; delayMs = Math.min(delayMs * 2, 50)) {
    try {
      return work()
    } catch (error) {
      if (primaryCode(error) !== busy || Date.now() > deadline) throw error
      await sleep(delayMs + Math.random() * delayMs)
    }
  }
}

// These are primary result codes: https://sqlite.org/rescode.html
const busy = 5
const locked = 6
const readOnly = 8
const ioError = 10
const full = 13
const cannotOpen = 14

/** Returns the low byte of an extended result code. */
export function primaryCode(error: unknown): number | undefined {
  if (error instanceof Error && 'errcode' in error) return Number(error.errcode) & 0xff
}

function translate(error: unknown): unknown {
  const code = primaryCode(error)
  if (code === busy || code === locked) return new DatabaseBusy(error)
  if (code === readOnly || code === ioError || code === full || code === cannotOpen) {
    return new DatabaseUnavailable(error)
  }
  return error
}

function rethrowTranslated(error: unknown): never {
  throw translate(error)
}
