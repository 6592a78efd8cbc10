import { AsyncLocalStorage } from 'node:async_hooks'
import sql from 'sql-template-tag'
import type { Db } from './database.ts'
import { serialQueue } from './serial-queue.ts'

/** What an engine offers on one connection. */
export type Connection = Pick<
  Db,
  'dialect' | 'all' | 'get' | 'run' | 'script' | 'announce' | 'atCommit'
>

/** Gives `work` a handle on the connection that lives exactly as long as `work` does. */
export async function withHandle<Result>(
  connection: Connection,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  let ended = false
  const use = () => {
    if (ended) throw new Error('This transaction has ended; its handle cannot be used any more.')
    return connection
  }
  const oneSavepointAtATime = serialQueue()
  const tx: Db = {
    dialect: connection.dialect,
    all: async (query) => use().all(query),
    get: async (query) => use().get(query),
    run: async (query) => use().run(query),
    script: async (text) => use().script(text),
    announce: connection.announce,
    atCommit: connection.atCommit,
    transaction: async (inner) => oneSavepointAtATime(() => inSavepoint(use(), inner)),
    close: async () => {
      throw new Error('A transaction cannot close the database.')
    },
  }
  try {
    return await work(tx)
  } finally {
    ended = true
  }
}

async function inSavepoint<Result>(
  connection: Connection,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  await connection.run(sql`SAVEPOINT nested`)
  try {
    const result = await withHandle(connection, work)
    await connection.run(sql`RELEASE SAVEPOINT nested`)
    return result
  } catch (error) {
    await connection.run(sql`ROLLBACK TO SAVEPOINT nested`)
    await connection.run(sql`RELEASE SAVEPOINT nested`)
    throw error
  }
}

/** Catches the database used where the transaction's handle was meant: SQLite would wait for itself for ever. */
export class TransactionGuard {
  readonly #scope = new AsyncLocalStorage<{ open: boolean }>()

  async inside<Result>(work: () => Promise<Result>): Promise<Result> {
    const scope = { open: true }
    try {
      return await this.#scope.run(scope, work)
    } finally {
      scope.open = false
    }
  }

  assertOutside(): void {
    if (this.#scope.getStore()?.open) {
      throw new Error("Inside a transaction, use the transaction's own handle.")
    }
  }
}
