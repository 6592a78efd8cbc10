import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { Sql } from 'sql-template-tag'
import { toValue } from './values.ts'

const maxPreparedStatements = 500
const openTimeoutMs = 5_000

/** One synchronous connection with a cache of prepared statements. */
export class SqliteConnection {
  readonly #database: DatabaseSync
  readonly #statements = new LRUCache<string, StatementSync>({ max: maxPreparedStatements })

  constructor(path: string, pragmas: string) {
    this.#database = new DatabaseSync(path, { timeout: openTimeoutMs })
    try {
      this.#database.exec(pragmas)
    } catch (error) {
      this.#database.close()
      throw error
    }
  }

  all<Row extends object>(query: Sql): Row[] {
    return this.#prepare(query.sql).all(...query.values.map(toSqlite)) as Row[]
  }

  get<Row extends object>(query: Sql): Row | undefined {
    return this.#prepare(query.sql).get(...query.values.map(toSqlite)) as Row | undefined
  }

  run(query: Sql): { changes: number } {
    const statement = this.#prepare(query.sql)
    // The result includes the last rowid, which in a search index exceeds Number.MAX_SAFE_INTEGER.
    statement.setReadBigInts(true)
    const { changes } = statement.run(...query.values.map(toSqlite))
    statement.setReadBigInts(false)
    return { changes: Number(changes) }
  }

  script(text: string): void {
    this.#database.exec(text)
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  close(): void {
    this.#statements.clear()
    if (this.#database.isOpen) this.#database.close()
  }

  #prepare(text: string): StatementSync {
    const cached = this.#statements.get(text)
    if (cached) return cached
    const statement = this.#database.prepare(text)
    this.#statements.set(text, statement)
    return statement
  }
}

/** The driver binds numbers as REAL, so that 5 would print as 5.0; integers are bound as BigInt instead. */
function toSqlite(parameter: unknown) {
  const value = toValue(parameter)
  return Number.isSafeInteger(value) ? BigInt(value as number) : value
}
