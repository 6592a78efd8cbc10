import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'sql-template-tag'
import { DatabaseBusy, DatabaseUnavailable, type Db } from './database.ts'
import { groupCommit } from './group-commit.ts'
import { serialQueue } from './serial-queue.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { type Connection, TransactionGuard, withHandle } from './transaction.ts'

const knownWritesKept = 500

// A wait for a lock blocks the event loop, so the driver's own is short and ours is asynchronous.
const forEvery = 'PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5;'

// In kibibytes: the pages that searches of 20,000 listings read stay in memory.
const forReading = 'PRAGMA cache_size = -32768;'

/** One connection writes, in turn; another reads, so that reads never wait for a transaction. */
export function openSqlite(path: string, { lockPatienceMs = 5_000 } = {}): Db {
  const writer = new SqliteConnection(path, `PRAGMA journal_mode = WAL; ${forEvery}`)
  const reader = new SqliteConnection(path, `PRAGMA query_only = ON; ${forReading} ${forEvery}`)
  const inTurn = serialQueue()
  let writes = 0
  const guard = new TransactionGuard()
  const dueAtCommit = new Set<string>()
  const atCommit = (script: string) => void dueAtCommit.add(script)
  const inWriter = { ...onConnection(writer), atCommit }
  const writesThatReturn = new Set<string>()
  const whenFree = <Result>(work: () => Result) => untilFree(work, lockPatienceMs)

  /** A statement that returns rows may still write (INSERT … RETURNING): the reader refuses it then. */
  async function read<Rows>(query: Sql, from: (connection: SqliteConnection) => Rows) {
    guard.assertOutside()
    if (writesThatReturn.has(query.sql)) return write(() => from(writer))
    try {
      return from(reader)
    } catch (error) {
      const code = primaryCode(error)
      if (code === busy) return whenFree(() => from(reader)).catch(rethrowTranslated)
      if (code !== readOnly) throw translated(error)
      if (writesThatReturn.size < knownWritesKept) writesThatReturn.add(query.sql)
      return write(() => from(writer))
    }
  }

  const group = groupCommit({
    inTurn,
    begin: () => {
      dueAtCommit.clear()
      return whenFree(() => writer.script('BEGIN IMMEDIATE'))
    },
    commit: () => {
      for (const script of dueAtCommit) writer.script(script)
      writer.script('COMMIT')
      writes += 1
    },
    rollback: () => {
      if (writer.isInTransaction) writer.script('ROLLBACK')
    },
  })

  async function write<Result>(work: () => Result): Promise<Result> {
    guard.assertOutside()
    group.closeGroup()
    const counted = () => {
      const result = work()
      writes += 1
      return result
    }
    return inTurn(() => whenFree(counted)).catch(rethrowTranslated)
  }

  return {
    dialect: 'sqlite',
    writes: () => writes,
    all: <Row extends object>(query: Sql) => read(query, (on) => on.all<Row>(query)),
    get: <Row extends object>(query: Sql) => read(query, (on) => on.get<Row>(query)),
    run: (query) => write(() => writer.run(query)),
    script: (text) => write(() => writer.script(text)),
    async transaction(work) {
      guard.assertOutside()
      const inside = () => guard.inside(() => withHandle(inWriter, work))
      return group.transaction(inside).catch(rethrowTranslated)
    },
    async close() {
      guard.assertOutside()
      group.closeGroup()
      await inTurn(async () => {
        reader.close()
        writer.close()
      })
    },
  }
}

function onConnection(connection: SqliteConnection): Connection {
  const attempt = async <Result>(work: () => Result) => {
    try {
      return work()
    } catch (error) {
      throw translated(error)
    }
  }
  return {
    dialect: 'sqlite',
    all: <Row extends object>(query: Sql) => attempt(() => connection.all<Row>(query)),
    get: <Row extends object>(query: Sql) => attempt(() => connection.get<Row>(query)),
    run: (query) => attempt(() => connection.run(query)),
    script: (text) => attempt(() => connection.script(text)),
  }
}

/** Another process may be writing: tries again until it is done, without blocking this one. */
async function untilFree<Result>(work: () => Result, patienceMs: number): Promise<Result> {
  const deadline = Date.now() + patienceMs
  for (let wait = 1; ; wait = Math.min(wait * 2, 50)) {
    try {
      return work()
    } catch (error) {
      if (primaryCode(error) !== busy || Date.now() > deadline) throw error
      await pause(wait + Math.random() * wait)
    }
  }
}

const busy = 5
const locked = 6
const readOnly = 8
const ioError = 10
const full = 13
const cannotOpen = 14

/** SQLite puts the kind of failure in the low byte and its detail above. */
export function primaryCode(error: unknown): number | undefined {
  if (error instanceof Error && 'errcode' in error) return Number(error.errcode) & 0xff
}

function translated(error: unknown): unknown {
  const code = primaryCode(error)
  if (code === busy || code === locked) return new DatabaseBusy(error)
  if (code === readOnly || code === ioError || code === full || code === cannotOpen) {
    return new DatabaseUnavailable(error)
  }
  return error
}

function rethrowTranslated(error: unknown): never {
  throw translated(error)
}
