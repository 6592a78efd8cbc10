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
    const { statement, columns, values } = this.#prepare(query)
    const rows = statement.all(...values.map(toSqlite)) as unknown as Value[][]
    return rows.map((row) => toRow(columns, row) as Row)
  }

  get<Row extends object>(query: Query): Row | undefined {
    const { statement, columns, values } = this.#prepare(query)
    const row = statement.get(...values.map(toSqlite)) as unknown as Value[] | undefined
    return row && (toRow(columns, row) as Row)
  }

  run(query: Query): { changes: number } {
    const { statement, values } = this.#prepare(query)
    // The result includes the last rowid, which in a search index exceeds Number.MAX_SAFE_INTEGER.
    statement.setReadBigInts(true)
    const { changes } = statement.run(...values.map(toSqlite))
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

  #prepare(query: Query): PreparedStatement & Pick<Query, 'values'> {
    const { sql: text, values } = inlineLimits(query)
    const cached = this.#statements.get(text)
    if (cached) return { ...cached, values }
    const statement = this.#database.prepare(text)
    statement.setReturnArrays(true)
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) }
    this.#statements.set(text, prepared)
    return { ...prepared, values }
  }
}

/**
 * Writes the numbers of `LIMIT ?` into the text. SQLite plans a statement for the number that is bound there, so it
 * compiles the statement again for each execution, which takes longer than most queries. There are few different limits.
 */
function inlineLimits(query: Query): Pick<Query, 'sql' | 'values'> {
  const [first = '', ...pieces] = query.sql.split('LIMIT ?')
  if (pieces.length === 0) return query
  let text = first
  let position = countPlaceholders(first)
  const values = query.values.slice(0, position)
  for (const piece of pieces) {
    const limit = query.values[position]
    if (!Number.isSafeInteger(limit)) throw new Error(`LIMIT ${limit} is not an integer.`)
    const next = position + 1 + countPlaceholders(piece)
    text += `LIMIT ${limit}${piece}`
    values.push(...query.values.slice(position + 1, next))
    position = next
  }
  return { sql: text, values }
}

const countPlaceholders = (text: string) => text.split('?').length - 1

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
