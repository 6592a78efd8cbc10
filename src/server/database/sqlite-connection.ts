import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { type Query, toValue, type Value } from './database.ts'

const maxPreparedStatements = 500
const openTimeoutMs = 5_000

interface PreparedStatement {
  statement: StatementSync
  /** The columns, read once. Cached statements name their columns, and no migration renames one. */
  columns: string[]
}

/** One synchronous connection with a cache of prepared statements. */
export class SqliteConnection {
  readonly #database: DatabaseSync
  readonly #statements = new LRUCache<string, PreparedStatement>({ max: maxPreparedStatements })

  constructor(path: string, pragmas: string) {
    this.#database = new DatabaseSync(path, { timeout: openTimeoutMs })
    try {
      this.#database.exec(pragmas)
    } catch (error) {
      this.#database.close()
      throw error
    }
  }

  all<Row extends object>(query: Query): Row[] {
    const { statement, columns } = this.#prepare(query.sql)
    const rows = statement.all(...query.values.map(toSqlite)) as unknown as Value[][]
    return rows.map((values) => toRow(columns, values) as Row)
  }

  get<Row extends object>(query: Query): Row | undefined {
    const { statement, columns } = this.#prepare(query.sql)
    const values = statement.get(...query.values.map(toSqlite)) as unknown as Value[] | undefined
    return values && (toRow(columns, values) as Row)
  }

  run(query: Query): { changes: number } {
    const { statement } = this.#prepare(query.sql)
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

  #prepare(text: string): PreparedStatement {
    const cached = this.#statements.get(text)
    if (cached) return cached
    const statement = this.#database.prepare(text)
    statement.setReturnArrays(true)
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) }
    this.#statements.set(text, prepared)
    return prepared
  }
}

/**
 * Builds rows that share a hidden class per statement. The driver's own objects have one each, which doubles the time
 * of a read.
 */
function toRow(columns: string[], values: Value[]): Record<string, Value> {
  const row: Record<string, Value> = {}
  columns.forEach((column, index) => {
    row[column] = values[index] ?? null
  })
  return row
}

/** Binds integers as BigInt. The driver binds numbers as REAL, so that 5 would print as 5.0. */
function toSqlite(parameter: unknown) {
  const value = toValue(parameter)
  return Number.isSafeInteger(value) ? BigInt(value as number) : value
}
