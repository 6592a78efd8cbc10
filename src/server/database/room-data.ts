import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { AccountExport } from '#contract/account-export.ts'
import type { User } from '#contract/accounts.ts'
import type { Db } from './database.ts'

/**
 * The tables of one room and what happens to their rows. `wiring.ts` lists the values of all rooms. The export and the
 * deletion of accounts, the hourly cleanup and the backup read that list.
 */
export interface RoomData<Student extends User = User> {
  tables: Readonly<Record<string, TableData>>
  /** The room's parts of a student's export. */
  export?(
    db: Db,
    student: Student,
    context: ExportContext,
  ): Promise<Partial<Omit<AccountExport, 'exportedAt' | 'user'>>>
  /** Runs before the row in `users` is deleted. That deletion also deletes all rows that cascade from it. */
  remove?(tx: Db, student: Student, context: DeletionContext): Promise<void>
  /** Functions that delete expired rows in batches. Each one runs even if another fails. */
  expire?: readonly ((db: Db, now: number) => Promise<void>)[]
}

export type TableData = BackedUpTable | TableOutsideBackups

interface TableReferences {
  /** The other tables that this table's foreign keys name. A restore fills those first. */
  references?: readonly string[]
}

export interface BackedUpTable extends TableReferences {
  /** The primary key. Backups keep the rows in this order, so a row may reference an earlier row of the same table. */
  key: readonly string[]
  /** Whether the database generates `id`. */
  hasGeneratedId?: true
}

interface TableOutsideBackups extends TableReferences {
  /** The reason why backups leave the table out. */
  notInBackups: string
}

interface ExportContext {
  /** The `KeyedHash` of app-secret.ts. Some tables identify students only by this hash. */
  keyedHash: (purpose: string, ...values: string[]) => string
  now: number
}

export interface DeletionContext {
  appUrl: string
  now: number
}

/**
 * Works on the items in slices and lets other requests run after each. A student may have any number of rows, and SQLite
 * reads them on this thread.
 */
export async function mapSlices<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (slice: Item[]) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += size) {
    for (const result of await work(items.slice(start, start + size))) results.push(result)
    await yieldToEventLoop()
  }
  return results
}
