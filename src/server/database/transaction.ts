import { AsyncLocalStorage } from 'node:async_hooks'
import sql from 'sql-template-tag'
import type { Db } from './database.ts'

/** The part of `Db` that an engine implements for one connection. */
export interface Connection extends Pick<Db, 'dialect' | 'all' | 'get' | 'run' | 'script'> {
  /** Waits before a statement, if statements have held the process for long enough. */
  takeTurn?: () => Promise<void> | undefined
}

/** Calls `work` with a handle on the connection. The handle throws once `work`, or that of an outer transaction, has settled. */
export async function withTransactionHandle<Result>(
  connection: Connection,
  work: (tx: Db) => Promise<Result>,
  outerHasEnded = () => false,
): Promise<Result> {
  let isSettled = false
  const hasEnded = () => isSettled || outerHasEnded()
  // The check comes after the wait. During it, another statement may have failed and ended the transaction.
  const use = async () => {
    await connection.takeTurn?.()
    if (hasEnded()) {
      throw new Error('This transaction has ended; its handle cannot be used any more.')
    }
    return connection
  }
  // Savepoints nest as a stack, so concurrent ones on a connection must not interleave.
  const runSavepoint = createMutex()
  const tx: Db = {
    dialect: connection.dialect,
    all: async (query) => (await use()).all(query),
    get: async (query) => (await use()).get(query),
    run: async (query) => (await use()).run(query),
    script: async (text) => (await use()).script(text),
    transaction: async (inner) =>
      runSavepoint(async () => inSavepoint(await use(), inner, hasEnded)),
    close: async () => {
      throw new Error('A transaction cannot close the database.')
    },
  }
  try {
    return await work(tx)
  } finally {
    isSettled = true
  }
}

async function inSavepoint<Result>(
  connection: Connection,
  work: (tx: Db) => Promise<Result>,
  outerHasEnded: () => boolean,
): Promise<Result> {
  await connection.run(sql`SAVEPOINT nested`)
  try {
    const result = await withTransactionHandle(connection, work, outerHasEnded)
    await connection.run(sql`RELEASE SAVEPOINT nested`)
    return result
  } catch (error) {
    if (outerHasEnded()) throw error
    await connection.run(sql`ROLLBACK TO SAVEPOINT nested`)
    await connection.run(sql`RELEASE SAVEPOINT nested`)
    throw error
  }
}

/** Throws if `db` is used inside a transaction instead of `tx`. On SQLite that would deadlock. */
export class TransactionGuard {
  readonly #scope = new AsyncLocalStorage<{ isOpen: boolean }>()

  async inside<Result>(work: () => Promise<Result>): Promise<Result> {
    const scope = { isOpen: true }
    try {
      return await this.#scope.run(scope, work)
    } finally {
      scope.isOpen = false
    }
  }

  assertOutside(): void {
    if (this.#scope.getStore()?.isOpen) {
      throw new Error("Inside a transaction, use the transaction's own handle.")
    }
  }
}

type Mutex = <Result>(task: () => Promise<Result>) => Promise<Result>

/** Returns a function that runs tasks one at a time, in FIFO order. A rejected task does not block the next. */
export function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve()
  return (task) => {
    const result = tail.then(task)
    tail = result.catch(() => undefined)
    return result
  }
}
