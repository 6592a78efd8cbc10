import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Sql } from 'sql-template-tag'
import { toValue } from './values.ts'

const keptStatements = 500
const openingTimeoutMs = 5_000

/** One synchronous connection with its prepared statements. */
export class SqliteConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(path: string, pragmas: string) {
    this.#database = new DatabaseSync(path, { timeout: openingTimeoutMs })
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
    // It also tells the last row's number, which in a search index is larger than a number may be.
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
    const kept = this.#statements.get(text)
    if (kept) return kept
    const statement = this.#database.prepare(text)
    this.#statements.set(text, statement)
    if (this.#statements.size > keptStatements) {
      const [oldest = text] = this.#statements.keys()
      this.#statements.delete(oldest)
    }
    return statement
  }
}

/** Whole numbers go in as integers: the driver would bind them as floats, and 5 would print as 5.0. */
function toSqlite(given: unknown) {
  const value = toValue(given)
  return Number.isSafeInteger(value) ? BigInt(value as number) : value
}
